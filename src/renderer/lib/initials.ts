/** The initials of avatars and tiles. */

let segmenter: Intl.Segmenter | undefined;

/** Compiling its rules takes longer than the rest of a start, so they are compiled when the first name is shown. */
function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** A letter without an accent that is followed by another letter, so nothing can combine with it. */
const plainStart = /^[A-Za-z0-9][ -~]/;

function firstGrapheme(text: string): string {
  if (plainStart.test(text)) return text.charAt(0);
  for (const { segment } of graphemes(text)) return segment;
  return '';
}

/** Letters, digits and pictures count; brackets, quotes and direction marks around a name do not. */
const meaningful = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
const leading = /^[^\p{L}\p{N}\p{Extended_Pictographic}]+/u;

/**
 * One or two initials: of the first and the last word of the name, else of the address, else a question mark. Only the first if either
 * has combining marks.
 * Scripts without capital letters and pictures are kept as they are.
 */
export function initialsOf(name: string | null | undefined, email?: string | null): string {
  const words = (name ?? '')
    .normalize('NFC')
    .split(/\s+/u)
    .map((word) => word.replace(leading, ''))
    .filter((word) => meaningful.test(word));
  const [first] = words;
  if (first === undefined) return firstGrapheme((email ?? '').replace(leading, '')).toUpperCase() || '?';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  const [one, two] = [firstGrapheme(first), firstGrapheme(last)];
  // Letters with vowel signs are too wide for two of them to fit.
  return `${one}${[one, two].some(isComposed) ? '' : two}`.toUpperCase();
}

function isComposed(grapheme: string): boolean {
  return /\p{L}\p{M}/u.test(grapheme);
}

/** A number below `count` that is always the same for the same text. */
export function stableIndex(text: string, count: number): number {
  let hash = 2166136261;
  for (const unit of text) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 16777619);
  return (hash >>> 0) % count;
}

/** Returns two letters for a connection's tile: of two words, or the first two of a single one. */
export function tileInitials(name: string): string {
  const initials = initialsOf(name);
  const [first = '', second = ''] = [...graphemes(name.trim())].map(({ segment }) => segment);
  return initials === first.toUpperCase() && meaningful.test(second) ? `${first}${second}`.toUpperCase() : initials;
}
