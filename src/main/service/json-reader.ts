/** Reads JSON (RFC 8259) piece by piece, so that a large response is neither parsed in one go nor built as a whole. */
import { isUtf8 } from 'node:buffer';
import { type AppError, fail } from '../../contract/errors';
import { maxNesting, maxResponseValues, maxValuesAtOnce } from '../../contract/limits';

export interface JsonReader {
  /** Bytes read so far. */
  readonly position: number;
  /** Returns what comes next without reading it. */
  next(): 'object' | 'array' | 'other';
  /** Reads the next value. */
  value(): unknown;
  /** Reads an object: yields each name, whose value is to be read before the next one. */
  members(): Generator<string>;
  /** Reads an array: yields the index of each element, which is to be read before the next one. */
  elements(): Generator<number>;
  /** Throws unless everything has been read. */
  end(): void;
}

const jsonByte = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  backslash: 0x5c,
  openArray: 0x5b,
  closeArray: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;

const byteOrderMark = [0xef, 0xbb, 0xbf];

/**
 * Creates a reader at the start of a text.
 *
 * Bytes that are not JSON throw a `SyntaxError`, whose message may quote them. Too many levels or values fail with `bad-response`
 * and the limit in its details, before `JSON.parse` sees them: it takes seconds and 20 times the memory for 16 MB of empty objects.
 */
export function createJsonReader(bytes: Uint8Array): JsonReader {
  if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = byteOrderMark.every((mark, index) => bytes[index] === mark) ? byteOrderMark.length : 0;
  let depth = 0;
  let values = 0;

  const peek = () => {
    while (isWhitespace(bytes[position])) position += 1;
    return bytes[position];
  };
  const take = (expected: number): boolean => {
    if (peek() !== expected) return false;
    position += 1;
    return true;
  };
  const expectByte = (expected: number): void => {
    if (!take(expected)) throw new SyntaxError(`expected ${String.fromCharCode(expected)}`);
  };
  /** Yields each part between two brackets, as long as there is another. */
  function* between<T>(open: number, close: number, part: (index: number) => T): Generator<T> {
    expectByte(open);
    depth += 1;
    for (let index = 0, more = !take(close); more; index += 1) {
      yield part(index);
      more = take(jsonByte.comma);
      if (!more) expectByte(close);
    }
    depth -= 1;
  }

  const reader: JsonReader = {
    get position() {
      return position;
    },
    next() {
      const first = peek();
      if (first === jsonByte.openObject) return 'object';
      return first === jsonByte.openArray ? 'array' : 'other';
    },
    value() {
      peek();
      const found = measureValue(bytes, position, depth);
      values += 1 + found.values;
      if (values > maxResponseValues) throw limitError('values', maxResponseValues);
      const start = position;
      position = found.end;
      return JSON.parse(text.toString('utf8', start, position));
    },
    members: () =>
      between(jsonByte.openObject, jsonByte.closeObject, () => {
        if (peek() !== jsonByte.quote) throw new SyntaxError('expected a name');
        const name = String(reader.value());
        expectByte(jsonByte.colon);
        return name;
      }),
    elements: () => between(jsonByte.openArray, jsonByte.closeArray, (index) => index),
    end() {
      if (peek() !== undefined) throw new SyntaxError('expected the end');
    },
  };
  return reader;
}

/** Reads a text as one value. Fails as {@link createJsonReader} does. */
export function parseJson(bytes: Uint8Array): unknown {
  return readWhole(createJsonReader(bytes));
}

/** The same for a reader at its start. */
export function readWhole(reader: JsonReader): unknown {
  const value = reader.value();
  reader.end();
  return value;
}

/**
 * Finds the end of the value at `start` and how many values it contains, counted by brackets and commas. It only looks at what
 * tells them apart: whether the text between is JSON is decided by `JSON.parse`.
 */
function measureValue(bytes: Uint8Array, start: number, outerDepth: number): { end: number; values: number } {
  let at = start;
  let depth = outerDepth;
  let values = 0;
  do {
    switch (bytes[at]) {
      case jsonByte.quote:
        at = endOfString(bytes, at);
        break;
      case jsonByte.openArray:
      case jsonByte.openObject:
        depth += 1;
        if (depth > maxNesting) throw limitError('nesting', maxNesting);
        values += 1;
        at += 1;
        break;
      case jsonByte.closeArray:
      case jsonByte.closeObject:
        depth -= 1;
        at += 1;
        break;
      case jsonByte.comma:
        values += 1;
        at += 1;
        break;
      default:
        at = endOfScalar(bytes, at);
    }
    if (values > maxValuesAtOnce) throw limitError('values', maxValuesAtOnce);
  } while (depth > outerDepth && at < bytes.length);
  return { end: at, values };
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== jsonByte.quote) at += bytes[at] === jsonByte.backslash ? 2 : 1;
  return Math.min(at + 1, bytes.length);
}

/** The end of a number or a word, or of whatever else means nothing to the structure. */
function endOfScalar(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && !isStructure(bytes[at])) at += 1;
  return at;
}

function isWhitespace(next: number | undefined): boolean {
  return next === 0x20 || next === 0x0a || next === 0x0d || next === 0x09;
}

const structure = new Uint8Array(256);
for (const code of [...Object.values(jsonByte), 0x20, 0x0a, 0x0d, 0x09]) structure[code] = 1;

/** Whether a byte ends a scalar. A table, because this is asked of every byte of a response. */
function isStructure(next: number | undefined): boolean {
  return next !== undefined && structure[next] === 1;
}

function limitError(limit: 'nesting' | 'values', max: number): AppError {
  return fail('bad-response', { details: { limit, max } });
}
