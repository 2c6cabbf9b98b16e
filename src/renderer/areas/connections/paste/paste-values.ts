/** Values as files of variables, YAML, JSON, and code write them. */
import { withoutComment } from './paste-comments';

export interface ScannedValue {
  readonly value: string;
  readonly isQuoted: boolean;
  /** Whether the text is only a part of a value that isn't written out: of an expression, or of what a tag or a continued line makes. */
  readonly isPart?: true;
}

export interface ValueAt {
  readonly value: ScannedValue;
  /** The position behind the value. */
  readonly end: number;
}

const maxQuoted = 2_000;
const triple = new RegExp(`("""|''')([\\s\\S]{0,${maxQuoted}}?)\\1`, 'y');
const double = new RegExp(`"((?:[^"\\\\]|\\\\[\\s\\S]){0,${maxQuoted}})"`, 'y');
/** YAML and PowerShell double a quote within a text. */
const single = new RegExp(`'((?:[^']|''(?!'|[\\s,;)}\\]]|$)){0,${maxQuoted}})'`, 'y');
const back = new RegExp(`\`([^\`]{0,${maxQuoted}})\``, 'y');
const plain = /[^\s,;"'`(){}<>]*/y;
/** What follows a value on the same line: another variable of a shell, or another option of a container. */
const nextVariable =
  /;[ \t]*(?=export[ \t])|(?:;[ \t]*|(?<![ \t])[ \t]+)(?=(?:(?:export|set)[ \t]+|\$env:)[A-Za-z_]\w*[ \t]*=|-e[ =A-Z]|--(?:env|build-arg)[ =]|["']?[A-Z][A-Z0-9_]{2,80}=)|,(?=["']?[A-Z][A-Z0-9]*_[A-Z0-9_]{2,80}=)|&&[ \t]|[ \t](?=(?:npm|npx|pnpm|yarn|bun|node|deno|python3?|docker|go|cargo|make|curl)[ \t]+[a-z./-])|(?<![ \t])[ \t]+(?:&&[ \t]|[\\^`][ \t]*$)/;
/** What makes more of a text in quotes than is written. */
const continuation = /[^\s,;:.!?)}\]>#/&|<`'"*_\\]|["'`](?=[\w$])|\.(?=\w)|[ \t]{0,20}(?:\+|->)[ \t]{0,20}["'`\w$]/y;
/** What precedes a text in quotes: a variable that comes first, and the kind of text. */
const literalStart =
  /(?:(?:process|import|Deno|Bun)\.[\w$.[\]"'()]{1,120}[ \t]{0,20}(?:\?\?|\|\|)[ \t]{0,20})?(?:[rRuUbBfF@$]{0,2}(?=["'`]))?/y;
const yamlStart = /(?:(?:&[\w-]{1,60}|!!str|!Sub)[ \t]+){0,2}/y;
const yamlPart = /[!*][\w!-][^\n]{0,200}/y;

/** Returns the text in quotes at a position: escapes are those of double quotes, and single quotes and backticks are literal. */
export function quotedAt(text: string, at: number, isLong: boolean): ValueAt | null {
  const long = matchAt(triple, text, at);
  if (long !== null) return found(long[2] ?? '', at + long[0].length);
  const [whole, inner] = matchAt(double, text, at) ?? matchAt(single, text, at) ?? matchAt(back, text, at) ?? [];
  if (whole === undefined || inner === undefined || (!isLong && inner.includes('\n'))) return null;
  if (whole.startsWith('"')) return found(unescaped(inner), at + whole.length);
  return found(whole.startsWith("'") ? inner.replaceAll("''", "'") : inner, at + whole.length);
}

/** End of a value without quotes: the end of its line, white space, or also a sign of code. */
export type Extent = 'line' | 'word' | 'part';

/** Returns the value of a line: in quotes, over several lines if need be, or all of the line before a comment. */
export function lineValue(text: string, at: number, extent: Extent): ValueAt {
  const start = text[at] === '{' && /["'`]/.test(text[at + 1] ?? '') ? at + 1 : at;
  const quoted = literalAt(text, start);
  if (quoted !== null) return quoted;
  const block = blockValue(text, at);
  if (block !== null) return block;
  if (isAfterColon(text, at)) {
    const node = at + (matchAt(yamlStart, text, at)?.[0].length ?? 0);
    if (node > at) return lineValue(text, node, extent);
    const part = matchAt(yamlPart, text, at)?.[0];
    if (part !== undefined) return { value: { value: part, isQuoted: false, isPart: true }, end: at + part.length };
  }
  const isSpaced = /\s/.test(text[at - 1] ?? '');
  if (extent === 'part' || (isSpaced && /[{[(]/.test(text[at] ?? ''))) return inlineValue(text, at);
  const lineEnd = text.indexOf('\n', at);
  const wholeLine = text.slice(at, lineEnd < 0 ? text.length : lineEnd);
  const line = extent === 'word' ? (wholeLine.split(/\s/, 1)[0] ?? '') : wholeLine;
  const next = nextVariable.exec(line.slice(0, 4_000));
  const own = next === null ? line : line.slice(0, next.index);
  const value = isSpaced ? withoutComment(` ${own}`).slice(1) : withoutComment(own);
  const isPart = next === null && value.endsWith('\\') && value.length === line.length;
  return { value: { value: firstOf(value.trim()), isQuoted: false, ...(isPart ? { isPart } : {}) }, end: at + value.length };
}

/** Returns the value at a position within a line: in quotes, or up to white space or punctuation. */
export function inlineValue(text: string, at: number): ValueAt {
  const quoted = literalAt(text, at);
  if (quoted !== null) return quoted;
  const value = matchAt(plain, text, at)?.[0] ?? '';
  return { value: { value, isQuoted: false }, end: at + value.length };
}

/** Returns the position of a value that code or YAML has on the line below its name, else the same position. */
export function valueBelow(text: string, at: number): number {
  const below = matchAt(/[ \t]{0,20}\n[ \t]{1,200}(?=["'`])/y, text, at) ?? (isAfterColon(text, at) ? matchAt(plainBelow, text, at) : null);
  return at + (below?.[0].length ?? 0);
}

const plainBelow = /[ \t]{0,20}\n[ \t]{1,200}(?=[^\s#:{[-][^\s:]{0,600}(?::[^\s:]{1,600}){0,3}[ \t]{0,20}(?:\n|$))/y;

/** A text in quotes as a value: with what makes it more than its text. */
function literalAt(text: string, at: number): ValueAt | null {
  const start = at + (matchAt(literalStart, text, at)?.[0].length ?? 0);
  const quoted = quotedAt(text, start, true);
  if (quoted === null) return null;
  const { value, end } = quoted;
  const isRaw = /[rR@$]/.test(text.slice(Math.max(at, start - 2), start)) && text.slice(start, end).includes('\\');
  if (isRaw || matchAt(continuation, text, end) !== null) return { value: { ...value, isPart: true }, end };
  return { value: { ...value, value: value.value.replace(/^(["'])(.*)\1$/, '$2') }, end };
}

function isAfterColon(text: string, at: number): boolean {
  return /:[ \t]{0,20}$/.test(text.slice(Math.max(0, at - 22), at));
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
function firstOf(text: string): string {
  const value = /^https?\\:/.test(text) ? text.replace(/\\([:=#!])/g, '$1') : text;
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
