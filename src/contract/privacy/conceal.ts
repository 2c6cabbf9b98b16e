/** Replacements for personal data in privacy mode, also for notifications of the main process. */
import { type FoldedText, foldText } from './folded-text';

/** Always the same, so that not even a length is shown. */
export const concealed = '••••••';

export type Range = readonly [from: number, to: number];

const ipv4 = /(?<![\w.])(?!127\.)\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)/g;
/** Eight groups, or fewer with `::`; `::1` is this machine. */
const ipv6 =
  /(?<![\w:.])(?!::1(?![\w:]))(?=[\da-f:]*::|(?:[\da-f]{1,4}:){7})(?:[\da-f]{0,4}:){2,7}(?:[\da-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3})?(?![\w:])/gi;

/** Between the two parts of an address, also in a URL. */
const at = /@|%40/g;
/** Never in the first part of an address, unless that is in quotes. */
const outside = /[\s@<>()[\],;:"“”„‚‘«»、。•\\]/u;
/** Part of an address, but around one it belongs to the sentence. */
const leading = /^['’!?{|}`/=&#*~-]+(?!['’!?{|}`/=&#*~-])(?=.*[\p{L}\p{N}])/u;
/** The second part; the dot of Japanese and Chinese separates its labels, and sentences. */
const host = /(?:[^\s@<>()[\]{}|,;:!?"'“”„‚‘’«»、。/\\&#=•]|。(?=[a-z]))*[\p{L}\p{N}\p{M}\p{So}]|\[[^\s\]]+\]/uy;
const letter = /[\p{L}\p{N}]/u;

/** Replaces email addresses and IP addresses, except those of this machine. */
export function concealAddresses(text: string): string {
  const folded = foldText(text);
  return replaceRanges(text, folded, addressRanges(folded.text));
}

/** Returns where a folded text has email addresses and IP addresses. */
export function addressRanges(text: string): Range[] {
  const numbers = [ipv4, ipv6].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }): Range => [index, index + found.length]),
  );
  let done = 0;
  const emails = [...text.matchAll(at)].flatMap(({ 0: sign, index }) => {
    // In a second part, which ends where its own would.
    if (index < done) return [];
    host.lastIndex = index + sign.length;
    const end = host.exec(text) === null ? null : host.lastIndex;
    const start = end === null ? index : startOfAddress(text, index);
    if (end === null || start === index) return [];
    done = end;
    return [[start, end] as const];
  });
  return [...numbers, ...emails];
}

/** Returns where the first part of an address starts: words and texts in quotes, with dots between them. */
function startOfAddress(text: string, end: number): number {
  let start = end;
  while (start > 0) {
    const quote = text[start - 1] === '"' ? openingQuote(text, start - 1) : null;
    if (quote !== null && (start === end || text[start] === '.')) start = quote;
    else if (!outside.test(text[start - 1] ?? ' ')) start -= 1;
    else break;
  }
  return start + (leading.exec(text.slice(start, end))?.[0].length ?? 0);
}

/** Returns where the text in quotes that ends here starts, if it has a letter; null otherwise. */
function openingQuote(text: string, closing: number): number | null {
  for (let index = closing - 1; index >= 0 && text[index] !== '\n'; index -= 1) {
    if (text[index] !== '"' || text[index - 1] === '\\') continue;
    return letter.test(text.slice(index, closing)) ? index : null;
  }
  return null;
}

/** Returns a text with the concealed parts of its folded form replaced, those that touch or overlap as one. */
export function replaceRanges(text: string, folded: FoldedText, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  const sorted = ranges.map(([from, to]) => folded.original(from, to)).sort(([one], [other]) => one - other);
  let result = '';
  let done = 0;
  let isOpen = false;
  for (const [from, to] of sorted) {
    if (!isOpen || from > done) result += text.slice(done, from) + concealed;
    isOpen = true;
    done = Math.max(done, to);
  }
  return result + text.slice(done);
}
