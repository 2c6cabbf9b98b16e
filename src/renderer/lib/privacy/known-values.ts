/** Names and other personal values that were read, and how they are found in texts. */
import { concealAddresses, concealed } from '../../../contract/privacy/conceal';

export interface KnownValues {
  /** Adds a value. Returns whether it is new. */
  add(value: string): boolean;
  /** Returns a text without the values, and without email and IP addresses. */
  conceal(text: string): string;
}

/** The values with one first word. */
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

const word = /[\p{L}\p{N}]+/gu;
const letter = /[\p{L}\p{N}]/u;
/** Scripts that are written without spaces: a value there can be anywhere in a run of letters. */
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u;
/** Shorter values are replaced only where they are the whole text: they could be part of any other. */
const shortestPart = 3;

const none: Values = { texts: new Set(), shapes: [] };

/** Creates an empty set of values. */
export function createKnownValues(): KnownValues {
  const whole = new Set<string>();
  const byFirstWord = new Map<string, Values>();
  const anywhere: string[] = [];

  const longestAt = (text: string, lower: string, start: number, first: string): { from: number; to: number } | null => {
    const { texts, shapes } = byFirstWord.get(first) ?? none;
    for (const { length, lead } of shapes) {
      const from = start - lead;
      const to = from + length;
      if (from < 0 || !texts.has(lower.slice(from, to))) continue;
      if (letter.test(text[to - 1] ?? '') && letter.test(text[to] ?? '')) continue;
      return { from, to };
    }
    return null;
  };

  const concealParts = (text: string): string => {
    if (byFirstWord.size === 0) return text;
    const lower = folded(text);
    let result = '';
    let done = 0;
    for (const { 0: first, index } of lower.matchAll(word)) {
      if (index < done) continue;
      const found = longestAt(text, lower, index, first);
      if (found === null || found.from < done) continue;
      result += text.slice(done, found.from) + concealed;
      done = found.to;
    }
    return result + text.slice(done);
  };

  return {
    add(value) {
      const lower = folded(value.normalize('NFC').trim());
      if (lower === '' || whole.has(lower)) return false;
      whole.add(lower);
      if (withoutSpaces.test(lower)) {
        if (lower.length > 1) anywhere.push(value.trim());
        return true;
      }
      const first = lower.match(word)?.[0];
      if (first === undefined || lower.length < shortestPart) return true;
      const values = byFirstWord.get(first) ?? { texts: new Set(), shapes: [] };
      byFirstWord.set(first, values);
      values.texts.add(lower);
      const shape = { length: lower.length, lead: lower.indexOf(first) };
      if (!values.shapes.some(({ length, lead }) => length === shape.length && lead === shape.lead))
        values.shapes = [...values.shapes, shape].sort((one, other) => other.length - one.length);
      return true;
    },
    conceal(text) {
      if (whole.has(folded(text.normalize('NFC').trim()))) return concealed;
      let rest = text;
      for (const value of anywhere) rest = rest.replaceAll(value, concealed);
      return concealParts(concealAddresses(rest));
    },
  };
}

/** Returns a text in lower case, each letter at its position: some have another length in lower case, and stay. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : text.replace(/./gsu, (one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one));
}
