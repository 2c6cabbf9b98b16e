/** Texts as a terminal may show them: characters that control it, reorder text, or have no picture are written as escapes. */

/** Those that join and separate letters within words stay. */
const unsafe = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Returns one line that can't control a terminal. */
export function safeLine(text: string): string {
  return text.replace(unsafe, (found) => (found === '\n' ? '\\n' : found === '\t' ? '\\t' : `\\u{${found.codePointAt(0)?.toString(16)}}`));
}

/** Returns a text of lines that can't control a terminal. */
export function safeLines(text: string): string {
  return text.split('\n').map(safeLine).join('\n');
}

/** Returns JSON that has the same value, and can't control a terminal; one line without an indent. */
export function safeJson(value: unknown, indent = 2): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replace(unsafe, (found) => (found === '\n' ? found : found.split('').map(escaped).join('')));
}

let segmenter: Intl.Segmenter | null = null;
/** Created when it is needed: that takes as long as all else of the help. */
const segmentsOf = (text: string) => {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
};
const wide =
  /\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;

function cellsOf(segment: string): number {
  return wide.test(segment) ? 2 : 1;
}

/** Returns the number of cells that a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segmentsOf(text)) width += cellsOf(segment);
  return width;
}

/** Returns a text that takes at most `width` cells, with an ellipsis in place of what is cut off. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let [kept, used] = ['', 0];
  for (const { segment } of segmentsOf(text)) {
    if (used + cellsOf(segment) > width - 1) break;
    kept += segment;
    used += cellsOf(segment);
  }
  return `${kept}…`;
}
