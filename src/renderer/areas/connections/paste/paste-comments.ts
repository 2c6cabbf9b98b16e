/** Comments of the languages in which configuration is written. */

/** A line that is a comment as a whole, also one that continues a comment of several lines. */
const commentLine = /^[ \t]*(?:#(?!>)|\/\/|;|\*(?!\/)|--(?:[ \t]|$)|::|!(?![[=])|[%'][ \t]|@?rem(?:[ \t]|$)|dnl[ \t])/i;

/** Comments over several lines, by their start. */
const blocks: readonly (readonly [start: string, end: string])[] = [
  ['/*', '*/'],
  ['<!--', '-->'],
  ['<#', '#>'],
  ['--[[', ']]'],
  ['{#', '#}'],
  ['{{/*', '*/}}'],
  ['=begin', '=end'],
];

/** What starts a comment behind a value, up to the end of the line. */
const tail = /^(?:#|\/\/|\/\*|<!--|--(?=\s|$)|<#|;(?=\s|$)|&?[ \t]*rem(?=[ \t]|$))/i;

/** Whether a line is a comment, which may have started on an earlier line. */
export function isCommentLine(line: string): boolean {
  return commentLine.test(line) && !line.trimStart().startsWith('--[[');
}

/** Returns the position behind a comment over several lines that starts here; null if none does. One without an end is the rest of the text. */
export function commentEnd(text: string, at: number): number | null {
  const block = blocks.find(([start]) => text.startsWith(start, at));
  if (block === undefined) return null;
  const [start, close] = block;
  const end = text.indexOf(close, at + start.length);
  return end < 0 ? text.length : end + close.length;
}

/** Returns the end of the line if a comment starts here; null if none does. */
export function inlineComment(text: string, at: number): number | null {
  const previous = text[at - 1] ?? '\n';
  if (!/[\s,;{}()[\]"'`>]/.test(previous) || !tail.test(text.slice(at, at + 8))) return null;
  if (text[at] === ';' && !/\s/.test(previous)) return null;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Returns the part of a value without quotes before a comment. */
export function withoutComment(value: string): string {
  for (const { index } of value.matchAll(/(?<!\s)\s+(?=\S)/g)) {
    const rest = value.slice(index).trimStart();
    if (tail.test(rest.slice(0, 8))) return value.slice(0, index);
  }
  return value;
}
