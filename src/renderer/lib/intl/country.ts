/** Names of countries and locations. */

const names = new Map<string, Intl.DisplayNames>();

function namesIn(locale: string): Intl.DisplayNames {
  const known = names.get(locale);
  if (known !== undefined) return known;
  const built = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  names.set(locale, built);
  return built;
}

const twoLetters = /^[a-z]{2}$/i;
/** The name of a two-letter country code in a language; the code itself where the system knows no name. */
export function countryName(code: string | null | undefined, locale: string): string | null {
  if (!code) return null;
  if (!twoLetters.test(code)) return code;
  return namesIn(locale).of(code.toUpperCase()) ?? code.toUpperCase();
}

const rightToLeft = /[\u0590-\u08ff]/;

/** A name that is read from the right, marked so that it doesn’t turn around what follows. */
function isolated(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

export interface Place {
  readonly countryCode?: string | null | undefined;
  readonly regionCode?: string | null | undefined;
  readonly cityName?: string | null | undefined;
}

/** Countries whose readers know the regions by their codes. */
const knownRegions = /^(US|CA|AU)$/i;

/** City, region and country; null where nothing is known. Elsewhere than in a few countries, the code of a region says nothing to a reader. */
export function placeName(place: Place | undefined, locale: string): string | null {
  if (place === undefined) return null;
  const region = knownRegions.test(place.countryCode ?? '') ? place.regionCode : null;
  const country = countryName(place.countryCode, locale);
  const city = place.cityName && isolated(place.cityName);
  const join = (parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(', ');
  // Names of cities are mostly Latin: "Zurich（スイス）".
  if (isJapanese(locale) && city && country) return `${join([city, region])}（${country}）`;
  return join([city, region, country]) || null;
}

/** Whether texts of the locale are Japanese, which has no spaces between words and its own brackets. */
export function isJapanese(locale: string): boolean {
  return /^ja\b/i.test(locale);
}
