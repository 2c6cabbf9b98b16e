/** Replacements for personal data in privacy mode, also for notifications of the main process. */

/**
 * A text in the form in which texts are compared: without differences of case, composition, width, white space, apostrophes, hyphens, and
 * invisible characters.
 */
interface FoldedText {
  readonly text: string;
  /** Returns the part of the original that corresponds to a part of the folded text. */
  original(from: number, to: number): readonly [from: number, to: number];
}

/** What needs more than lower case: another character than those of ASCII, and white space that isn't a single space. */
const foldable = /^ | {2}|[^ -\x7e]/;
/** A run of white space, or a character with its marks, which are composed together; jamo are letters that are composed too. */
const cluster = /\s+|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+|[^\p{M}\p{Cf}]?[\p{M}\p{Cf}]*/gsu;
/** Joiners, marks of direction, soft hyphens, and the choice of a drawing. */
const invisible = /\p{Cf}|\p{Default_Ignorable_Code_Point}/gu;

/** Returns the form of a text in which it is compared. */
export function foldText(text: string): FoldedText {
  if (!foldable.test(text)) return { text: text.toLowerCase(), original: (from, to) => [from, to] };
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: part, index } of text.matchAll(cluster)) {
    const form = foldPart(part);
    for (let at = 0; at < form.length; at += 1) {
      starts.push(index);
      ends.push(index + part.length);
    }
    folded += form;
  }
  return { text: folded, original: (from, to) => [starts[from] ?? text.length, ends[to - 1] ?? 0] };
}

/** In upper case first, because some letters have one form there and two in lower case. */
function foldPart(part: string): string {
  if (/^\s/.test(part)) return ' ';
  if (part.length === 1 && part < '\x80') return part.toLowerCase();
  const form = part.replace(invisible, '').normalize('NFKC').toUpperCase().toLowerCase();
  // Names have them in several forms, which NFKC leaves.
  return form
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/\u2010/g, '-')
    .replace(/[’ʼ]/g, "'");
}

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
