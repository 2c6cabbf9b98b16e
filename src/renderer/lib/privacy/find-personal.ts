/** Finds the personal values of what the main process sends: whatever the call, by the shape of the objects. */
import { languages } from '#messages/translator.ts';
import { countryName, type Place, placeName } from '../intl/country';

/** An object with one of these is about a person, and so is its name. */
const ofPerson = ['primary_email', 'primaryEmail', 'user_id', 'userId', 'user_email'] as const;
const names = ['display_name', 'displayName'] as const;
/** Personal wherever they are. */
const always = ['cityName', 'account_id', 'accountName', 'by'] as const;

const maxDepth = 12;

/**
 * Calls `found` with every personal value. Addresses aren't among them: those are recognized in any text. Places are in all languages, because
 * the window may show another one later.
 */
export function findPersonal(value: unknown, found: (text: string) => void): void {
  walk(value, 0, (object) => {
    const tell = (text: unknown) => {
      if (typeof text === 'string') found(text);
    };
    if (ofPerson.some((key) => key in object)) for (const key of names) tell(object[key]);
    for (const key of always) tell(object[key]);
    // The owner of a project that was opened with an account.
    if (object.kind === 'owner' && 'internalConnectionId' in object) tell(object.name);
    if (Array.isArray(object.to)) for (const recipient of object.to) tell(nameOfRecipient(recipient));
    const code = object.countryCode ?? object.country_code ?? object.country;
    for (const language of languages) {
      if (typeof code === 'string') tell(countryName(code, language));
      // Regions are only letters: they are recognized with what stands beside them.
      if ('regionCode' in object) tell(placeName(object as Place, language));
      if (typeof object.users_by_country === 'object' && object.users_by_country !== null)
        for (const country of Object.keys(object.users_by_country)) tell(countryName(country, language));
    }
  });
}

/** Returns the name in `Name <address>`; undefined where there is only an address. */
function nameOfRecipient(recipient: unknown): string | undefined {
  const name = typeof recipient === 'string' ? /^([^<>]+)<[^<>]*>$/.exec(recipient.trim())?.[1] : undefined;
  return name?.trim().replace(/^"(.*)"$/, '$1');
}

function walk(value: unknown, depth: number, visit: (object: Readonly<Record<string, unknown>>) => void): void {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>);
  for (const inner of Object.values(value)) walk(inner, depth + 1, visit);
}
