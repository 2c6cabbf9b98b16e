/** Values as files of variables, YAML, JSON, and code write them. */
import { withoutComment } from './paste-comments';

export interface ScannedValue {
  readonly value: string;
  readonly isQuoted: boolean;
}

export interface ValueAt {
  readonly value: ScannedValue;
  /** The position behind the value. */
  readonly end: number;
}

const maxQuoted = 2_000;
const triple = new RegExp(`("""|''')([\\s\\S]{0,${maxQuoted}}?)\\1`, 'y');
const double = new RegExp(`"((?:[^"\\\\]|\\\\[\\s\\S]){0,${maxQuoted}})"`, 'y');
const single = new RegExp(`'([^']{0,${maxQuoted}})'`, 'y');
const back = new RegExp(`\`([^\`]{0,${maxQuoted}})\``, 'y');
const plain = /[^\s,;"'`(){}<>]*/y;
/** What follows a value on the same line: another variable of a shell, or another option of a container. */
const nextVariable =
  /(?:;[ \t]*|(?<![ \t])[ \t]+)(?=(?:(?:export|set)[ \t]+|\$env:)[A-Za-z_]\w*[ \t]*=|(?:-e|--env|--build-arg)[ =]|[A-Z][A-Z0-9_]{2,80}=)|(?<![ \t])[ \t]+(?:&&[ \t]|\\$)/;

/** Returns the text in quotes at a position: escapes are those of double quotes, and single quotes and backticks are literal. */
export function quotedAt(text: string, at: number, isLong: boolean): ValueAt | null {
  const long = matchAt(triple, text, at);
  if (long !== null) return found(long[2] ?? '', at + long[0].length);
  const [whole, inner] = matchAt(double, text, at) ?? matchAt(single, text, at) ?? matchAt(back, text, at) ?? [];
  if (whole === undefined || inner === undefined || (!isLong && inner.includes('\n'))) return null;
  return found(whole.startsWith('"') ? unescaped(inner) : inner, at + whole.length);
}

/** Returns the value of a line: in quotes, over several lines if need be, or all of the line before a comment. */
export function lineValue(text: string, at: number, isWholeLine: boolean): ValueAt {
  const start = text[at] === '{' && /["'`]/.test(text[at + 1] ?? '') ? at + 1 : at;
  const quoted = quotedAt(text, start, true);
  if (quoted !== null) return quoted;
  const block = blockValue(text, at);
  if (block !== null) return block;
  const isSpaced = /\s/.test(text[at - 1] ?? '');
  if (!isWholeLine || (isSpaced && /[{[(]/.test(text[at] ?? ''))) return inlineValue(text, at);
  const lineEnd = text.indexOf('\n', at);
  const line = text.slice(at, lineEnd < 0 ? text.length : lineEnd);
  const next = nextVariable.exec(line.slice(0, 4_000));
  const own = next === null ? line : line.slice(0, next.index);
  const value = isSpaced ? withoutComment(` ${own}`).slice(1) : withoutComment(own);
  return { value: { value: firstOf(value.trim()), isQuoted: false }, end: at + value.length };
}

/** Returns the value at a position within a line: in quotes, or up to white space or punctuation. */
export function inlineValue(text: string, at: number): ValueAt {
  const quoted = quotedAt(text, at, true);
  if (quoted !== null) return quoted;
  const value = matchAt(plain, text, at)?.[0] ?? '';
  return { value: { value, isQuoted: false }, end: at + value.length };
}

/** A value of YAML on the lines below, which are indented. */
function blockValue(text: string, at: number): ValueAt | null {
  const head = matchAt(/[|>][+-]?\d?[ \t]*(?:#.*)?\n/y, text, at);
  if (head === null) return null;
  const body = matchAt(/(?:[ \t]+[^\n]*(?:\n|$)){1,20}/y, text, at + head[0].length)?.[0] ?? '';
  const lines = body.split('\n').map((line) => line.trim());
  return found(lines[0] ?? '', at + head[0].length + (body.indexOf('\n') < 0 ? body.length : body.indexOf('\n')));
}

/** A URL, an ID, or a key with a prefix has no spaces: what follows is a remark. */
function firstOf(value: string): string {
  const [first = ''] = value.split(/\s/, 1);
  const isWhole = /^(?:https?:\/\/|<?https?:|[0-9a-f]{8}-[0-9a-f]{4}-|(?:pck|ssk|sak)_[0-9a-z]{45}$)/i.test(first);
  return isWhole ? first.replace(/(?<![,;])[,;]+$/, '') : value;
}

/** What both files of variables and code know as an escape; any other backslash stays. */
function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(["'`\\/$])|([nrt]))/g, (_whole, code?: string, same?: string, sign?: string) =>
    code === undefined ? (same ?? signs[sign ?? ''] ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function found(value: string, end: number): ValueAt {
  return { value: { value: value.trim(), isQuoted: true }, end };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
