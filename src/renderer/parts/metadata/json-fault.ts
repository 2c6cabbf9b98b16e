/** Finds the first fault of a JSON text and its place, which `JSON.parse` reports differently in every engine. */

import { withoutByteOrderMark } from '#contract/text/parse-json.ts';

type JsonFaultKind = 'unexpected' | 'ended' | 'trailing-comma' | 'quotes' | 'string' | 'number' | 'duplicate' | 'nesting';

export interface JsonFault {
  readonly kind: JsonFaultKind;
  /** First character of the fault and the one after it, as offsets. */
  readonly from: number;
  readonly to: number;
  /** Place of `from`, counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly found: string;
}

class Found extends Error {
  constructor(
    readonly kind: JsonFaultKind,
    readonly from: number,
    readonly to: number,
  ) {
    super(kind);
  }
}

/**
 * Returns the first fault, or null for a text that `parseJson` can parse. Values that JSON allows but that would be stored differently are
 * faults.
 */
export function findJsonFault(text: string, maxNesting: number): JsonFault | null {
  try {
    const start = text.length - withoutByteOrderMark(text).length;
    const end = skipValue(text, skipSpace(text, start), maxNesting);
    const rest = skipSpace(text, end);
    if (rest < text.length) unexpected(text, rest);
    return null;
  } catch (thrown) {
    if (thrown instanceof Found) return toFault(text, thrown);
    throw thrown;
  }
}

function toFault(text: string, { kind, from, to }: Found): JsonFault {
  const before = text.slice(0, from);
  const lineStart = before.lastIndexOf('\n') + 1;
  const found = Array.from(text.slice(from, Math.max(to, from + 2)))[0] ?? '';
  const place = { line: before.split('\n').length, column: from - lineStart + 1 };
  return { kind, from, to: Math.min(to, text.length), ...place, found: kind === 'duplicate' ? text.slice(from, to) : found };
}

function unexpected(text: string, at: number): never {
  if (at >= text.length) throw new Found('ended', at, at);
  throw new Found(text[at] === "'" ? 'quotes' : 'unexpected', at, at + 1);
}

const space = /[ \t\n\r]*/y;
const scalar = /true|false|null/y;
const number = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
/** What ends a run of plain characters. A search for it takes no stack, however long the run is, unlike a repeated group. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON doesn't allow them in strings
const stringStop = /["\\\u0000-\u001f]/g;
const escapeSequence = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Returns the end of what a sticky pattern matches at a place, or -1. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const skipSpace = (text: string, at: number) => endOf(space, text, at);

function skipValue(text: string, at: number, depth: number): number {
  const first = text[at];
  if (first === '{' || first === '[') {
    if (depth === 0) throw new Found('nesting', at, at + 1);
    return first === '{' ? skipObject(text, at, depth - 1) : skipArray(text, at, depth - 1);
  }
  if (first === '"') return skipString(text, at);
  const end = endOf(scalar, text, at);
  return end === -1 ? skipNumber(text, at) : end;
}

function skipString(text: string, at: number): number {
  for (let from = at + 1; ; ) {
    stringStop.lastIndex = from;
    if (!stringStop.test(text)) throw new Found('ended', text.length, text.length);
    const stop = stringStop.lastIndex - 1;
    if (text[stop] === '"') return stop + 1;
    const end = endOf(escapeSequence, text, stop);
    if (end === -1) throw new Found('string', stop, stop + 1);
    from = end;
  }
}

function skipNumber(text: string, at: number): number {
  const end = endOf(number, text, at);
  if (end === -1) unexpected(text, at);
  const digits = text.slice(at, end);
  const isExact = Number.isFinite(Number(digits)) && (!/^-?\d{16,}$/.test(digits) || JSON.stringify(Number(digits)) === digits);
  if (!isExact) throw new Found('number', at, end);
  return end;
}

function skipObject(text: string, start: number, depth: number): number {
  const keys = new Set<string>();
  return skipItems(text, start, '}', (at) => {
    if (text[at] !== '"') unexpected(text, at);
    const end = skipString(text, at);
    const key = JSON.parse(text.slice(at, end)) as string;
    if (keys.has(key)) throw new Found('duplicate', at, end);
    keys.add(key);
    const colon = skipSpace(text, end);
    if (text[colon] !== ':') unexpected(text, colon);
    return skipValue(text, skipSpace(text, colon + 1), depth);
  });
}

function skipArray(text: string, start: number, depth: number): number {
  return skipItems(text, start, ']', (at) => skipValue(text, at, depth));
}

function skipItems(text: string, start: number, close: '}' | ']', skipItem: (at: number) => number): number {
  let at = skipSpace(text, start + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    const after = skipSpace(text, skipItem(at));
    if (text[after] === close) return after + 1;
    if (text[after] !== ',') unexpected(text, after);
    at = skipSpace(text, after + 1);
    if (text[at] === close) throw new Found('trailing-comma', after, after + 1);
  }
}
