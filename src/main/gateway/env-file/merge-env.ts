/** Adds variables to the text of an environment file (`.env`). Every other line stays as it is. */
import { envLine, envValue } from '../../../contract/env-line';

export interface EnvEntry {
  readonly name: string;
  readonly value: string;
}

/** An assignment and the range of its value, with its quotes and without a comment behind it. */
interface Assignment {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Returns those of the names that the text already assigns. */
export function assignedNames(text: string, names: readonly string[]): string[] {
  const assigned = new Set(assignmentsIn(text).map(({ name }) => name));
  return names.filter((name) => assigned.has(name));
}

/**
 * Returns the text with the entries. A variable that it already assigns gets its new value where it was assigned last, because that is the
 * assignment that readers use; the others are appended.
 */
export function mergeEnv(text: string, entries: readonly EnvEntry[]): string {
  return entries.reduce((merged, { name, value }) => {
    const found = assignmentsIn(merged).findLast((assignment) => assignment.name === name);
    if (found === undefined) return append(merged, envLine(name, value));
    return merged.slice(0, found.start) + envValue(value) + merged.slice(found.end);
  }, text);
}

function append(text: string, line: string): string {
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const isEnded = text === '' || text === byteOrderMark || text.endsWith('\n');
  return `${text}${isEnded ? '' : lineBreak}${line}${lineBreak}`;
}

const byteOrderMark = '\uFEFF';
const head = /(?:^|\n)\uFEFF?[^\S\n]*(?:export[^\S\n]+)?([A-Za-z_][\w.-]*)[^\S\n]*=[^\S\n]*/y;
const quoted: Readonly<Record<string, RegExp>> = { '"': /"(?:\\[\s\S]|[^"\\])*"/y, "'": /'[^']*'/y, '`': /`[^`]*`/y };

/** Reads line by line. A quoted value may contain line breaks, and what looks like an assignment in it is none. */
function assignmentsIn(text: string): Assignment[] {
  const found: Assignment[] = [];
  for (let at = 0; at !== -1 && at <= text.length; ) {
    const match = matchAt(head, text, at);
    const start = at + (match?.[0].length ?? 0);
    if (match === null) {
      at = text.indexOf('\n', at + 1);
      continue;
    }
    const quotes = quoted[text[start] ?? ''];
    const value = (quotes && matchAt(quotes, text, start)?.[0]) ?? unquotedValue(text, start);
    const end = start + value.length;
    found.push({ name: match[1] ?? '', start, end });
    at = text.indexOf('\n', end);
  }
  return found;
}

/** Returns a value without quotes: up to a comment or the end of the line, without the spaces before that. */
function unquotedValue(text: string, start: number): string {
  const lineEnd = text.indexOf('\n', start);
  const line = text.slice(start, lineEnd === -1 ? undefined : lineEnd);
  const comment = line.search(/\s#/);
  return (comment === -1 ? line : line.slice(0, comment)).trimEnd();
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
