/** Names and other personal values that were read, and how they are found in texts. */

import { addressRanges, concealed, foldText, type Range, replaceRanges } from '#contract/conceal.ts';
import { languages } from '#messages/translator.ts';
import { countryName, type Place, placeName } from '../intl/country';

// Finds the personal values of what the main process sends: whatever the call, by the shape of the objects.

/** Fields of a user: the names of an object that has one of them are personal, too. */
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
      // Regions are only letters: they are recognized by the values beside them.
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

interface KnownValues {
  /** Adds a value. Returns whether it is new. */
  add(value: string): boolean;
  /** Returns a text without the values, and without email and IP addresses. */
  conceal(text: string): string;
}

/** The values with one first word, or one first character. */
interface Values {
  readonly texts: Set<string>;
  /** The longest first: `Ada Lovelace` before `Ada`. */
  shapes: readonly Shape[];
}

interface Shape {
  readonly length: number;
  /** The number of characters before the first word, such as a bracket. */
  readonly lead: number;
}

const word = /[\p{L}\p{N}\p{M}]+/gu;
const letter = /[\p{L}\p{N}\p{M}]$/u;
const startsWithLetter = /^[\p{L}\p{N}\p{M}]/u;
/** Scripts that are written without spaces: a value there can be anywhere in a run of letters. */
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u;
const picture = /\p{Extended_Pictographic}/u;
/** Shorter values are replaced only where they are the whole text: they could be part of any other. */
const shortestPart = 3;

/** Creates an empty set of values. */
export function createKnownValues(): KnownValues {
  const whole = new Set<string>();
  const byFirstWord = new Map<string, Values>();
  const byFirstCharacter = new Map<string, Values>();

  return {
    add(value) {
      const text = trimmed(value);
      // What is concealed already.
      if (/^•*$/.test(text) || whole.has(text)) return false;
      whole.add(text);
      const first = text.match(word)?.[0];
      const isAnywhere = first === undefined || withoutSpaces.test(text);
      if (isAnywhere) {
        if (text.length > 1) addTo(byFirstCharacter, firstCharacter(text, 0), { length: text.length, lead: 0 }, text);
      } else if (text.length >= shortestPart) addTo(byFirstWord, first, { length: text.length, lead: text.indexOf(first) }, text);
      return true;
    },
    conceal(text) {
      const folded = foldText(text);
      if (whole.has(folded.text.trim())) return concealed;
      const ranges = addressRanges(folded.text);
      if (byFirstWord.size > 0) ranges.push(...words(folded.text, byFirstWord));
      if (byFirstCharacter.size > 0) ranges.push(...characters(folded.text, byFirstCharacter));
      return replaceRanges(text, folded, ranges);
    },
  };
}

function trimmed(text: string): string {
  return foldText(text).text.trim();
}

function addTo(index: Map<string, Values>, first: string, shape: Shape, text: string): void {
  const values = index.get(first) ?? { texts: new Set(), shapes: [] };
  index.set(first, values);
  values.texts.add(text);
  if (!values.shapes.some(({ length, lead }) => length === shape.length && lead === shape.lead))
    values.shapes = [...values.shapes, shape].sort((one, other) => other.length - one.length);
}

/** Returns where values are between other words. */
function words(text: string, index: ReadonlyMap<string, Values>): Range[] {
  const ranges: Range[] = [];
  let done = 0;
  for (const { 0: first, index: start } of text.matchAll(word)) {
    const values = start < done ? undefined : index.get(first);
    const found = values && longestAt(text, start, values, isBetweenWords);
    if (found === undefined) continue;
    ranges.push(found);
    done = found[1];
  }
  return ranges;
}

/** Returns where values are that need no space before and after them. */
function characters(text: string, index: ReadonlyMap<string, Values>): Range[] {
  const ranges: Range[] = [];
  for (let start = 0; start < text.length; ) {
    const first = firstCharacter(text, start);
    const values = index.get(first);
    const found = values && longestAt(text, start, values, isApart);
    if (found !== undefined) ranges.push(found);
    start = found?.[1] ?? start + first.length;
  }
  return ranges;
}

function longestAt(text: string, start: number, { texts, shapes }: Values, isFree: typeof isApart): Range | undefined {
  for (const { length, lead } of shapes) {
    const from = start - lead;
    const to = from + length;
    if (from >= 0 && to <= text.length && texts.has(text.slice(from, to)) && isFree(text, from, to)) return [from, to];
  }
  return undefined;
}

function isBetweenWords(text: string, _from: number, to: number): boolean {
  return !(letter.test(text.slice(Math.max(0, to - 2), to)) && startsWithLetter.test(text.slice(to, to + 2)));
}

/** Whether a value without letters isn't the punctuation of a word, or a part of a longer row of characters. Pictures and letters always are. */
function isApart(text: string, from: number, to: number): boolean {
  const value = text.slice(from, to);
  if (picture.test(value) || withoutSpaces.test(value)) return true;
  return !letter.test(text.slice(Math.max(0, from - 2), from)) && text[from - 1] !== text[from] && text[to] !== text[to - 1];
}

function firstCharacter(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}
