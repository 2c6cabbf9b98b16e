/** Where a text contains what was searched, as the index compares it: without case, width, and diacritics. */

import { foldSearch } from '#contract/text/fold-search.ts';

/** A part of a text, from a position up to another one. */
export interface MatchRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the parts of a text that match one of the words, in order, those that touch as one. */
export function matchRanges(text: string, words: readonly string[]): readonly MatchRange[] {
  const folded = fold(text);
  const found: MatchRange[] = [];
  for (const word of words) {
    const { text: wanted } = fold(word);
    if (wanted === '') continue;
    for (let at = folded.text.indexOf(wanted); at >= 0; at = folded.text.indexOf(wanted, at + wanted.length)) {
      // A character may be several of the folded ones, such as a ligature.
      const last = folded.starts[at + wanted.length - 1] ?? 0;
      const end = folded.starts.slice(at + wanted.length).find((start) => start > last) ?? text.length;
      found.push({ start: folded.starts[at] ?? 0, end });
    }
  }
  return merged(found);
}

function merged(ranges: readonly MatchRange[]): readonly MatchRange[] {
  const all: MatchRange[] = [];
  for (const range of [...ranges].sort((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last !== undefined && range.start <= last.end) all[all.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else all.push(range);
  }
  return all;
}

/** Returns the text in which words are found, and for each of its characters where it starts in the original. */
function fold(text: string): { readonly text: string; readonly starts: readonly number[] } {
  let folded = '';
  const starts: number[] = [];
  let at = 0;
  // A letter with its marks, which the index compares together.
  for (const [letter] of text.matchAll(/.\p{M}*/gsu)) {
    const plain = letter.trim() === '' ? ' ' : foldSearch(letter);
    for (let index = 0; index < plain.length; index += 1) starts.push(at);
    folded += plain;
    at += letter.length;
  }
  return { text: folded, starts };
}
