/** Which texts of a page are the app's own, as opposed to names and other data. */
import de from '#messages/de.json' with { type: 'json' };
import en from '#messages/en.json' with { type: 'json' };
import ja from '#messages/ja.json' with { type: 'json' };

export type ShownLanguage = 'en' | 'de' | 'ja' | 'pseudo';

const catalogs: Readonly<Record<'en' | 'de' | 'ja', Readonly<Record<string, string>>>> = { en, de, ja };

/** Letters that a text must have beside its values to be distinguished from data. */
const fewestLetters = 4;

/** Returns what a text has outside of braces, in parts. */
function literalParts(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '{' && depth++ === 0) parts.push('');
    else if (letter === '}') depth -= 1;
    else if (depth === 0) parts[parts.length - 1] += letter;
  }
  return parts;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

interface Known {
  readonly fixed: ReadonlySet<string>;
  readonly withValues: RegExp;
}

function knownOf(texts: Readonly<Record<string, string>>): Known {
  const all = Object.values(texts).map(literalParts);
  const patterns = all.filter((parts) => parts.length > 1 && parts.join('').replace(/[\s\p{P}]/gu, '').length >= fewestLetters);
  return {
    fixed: new Set(all.filter((parts) => parts.length === 1).map(([text = '']) => text)),
    withValues: new RegExp(`^(?:${patterns.map((parts) => parts.map(escaped).join('.+')).join('|')})$`, 's'),
  };
}

const known = Object.fromEntries(Object.entries(catalogs).map(([language, texts]) => [language, knownOf(texts)]));

/** Whether a text is one of the app's that contains no values. Those of the pseudo-language are too long for columns. */
export function isFixedText(language: ShownLanguage, text: string): boolean {
  return known[language]?.fixed.has(text) === true;
}

/** Whether a text of the page is one of the app's in that language. */
export function isOwnText(language: ShownLanguage, text: string): boolean {
  // A list of texts is as long as the data makes it.
  if (language === 'pseudo') return /^\[[^\]]*\]$/.test(text);
  return isFixedText(language, text) || known[language]?.withValues.test(text) === true;
}

/** What the sandbox names like texts of the app: a connection and kinds of notifications. */
const demoNames = new Set(['Dashboard', 'Transactional', 'Marketing', 'Anonymous user']);

/** Returns those of the texts that are English although the language has its own text. */
export function englishAmong(language: ShownLanguage, texts: readonly string[]): string[] {
  if (language === 'en') return [];
  const own = language === 'pseudo' ? {} : catalogs[language];
  const meant = new Set(Object.values(own));
  const english = new Set(Object.values(en).filter((text) => /[a-z]{2}/.test(text) && !meant.has(text) && !demoNames.has(text)));
  return texts.filter((text) => english.has(text));
}
