/**
 * A text in the form in which texts are compared: without differences of case, composition, width, white space, apostrophes, hyphens, and
 * invisible characters.
 */

export interface FoldedText {
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
