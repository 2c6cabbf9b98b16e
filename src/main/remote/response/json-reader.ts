/** Incremental JSON reader (RFC 8259), so that a large response is neither parsed in one go nor built as a whole. */
import { isUtf8 } from 'node:buffer';
import { type AppError, fail } from '#contract/errors.ts';
import { maxNesting, maxResponseValues, maxValuesAtOnce } from '#contract/limits.ts';

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
 * Reads one JSON text.
 *
 * Throws a `SyntaxError` for bytes that are not JSON; its message may quote them. Throws `bad-response` with the limit in its details
 * for too many levels or values, before calling `JSON.parse`, which takes seconds and 20 times the memory for 16 MB of empty objects.
 */
export class JsonReader {
  private readonly text: Buffer;
  private at = 0;
  private depth = 0;
  private values = 0;

  constructor(private readonly bytes: Uint8Array) {
    if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8');
    this.text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (byteOrderMark.every((mark, index) => bytes[index] === mark)) this.at = byteOrderMark.length;
  }

  /** Number of bytes read so far. */
  get position(): number {
    return this.at;
  }

  /** Returns the kind of the next value without reading it. */
  next(): 'object' | 'array' | 'other' {
    const first = this.peek();
    if (first === jsonByte.openObject) return 'object';
    return first === jsonByte.openArray ? 'array' : 'other';
  }

  /** Reads the next value. */
  value(): unknown {
    this.peek();
    const start = this.at;
    const found = measureValue(this.bytes, start, this.depth);
    this.values += 1 + found.values;
    if (this.values > maxResponseValues) throw limitError('values', maxResponseValues);
    this.at = found.end;
    return JSON.parse(this.text.toString('utf8', start, this.at));
  }

  /** Reads an object: yields each name. The caller reads its value before requesting the next name. */
  *members(): Generator<string> {
    for (const _index of this.between(jsonByte.openObject, jsonByte.closeObject)) {
      if (this.peek() !== jsonByte.quote) throw new SyntaxError('expected a name');
      const name = String(this.value());
      this.expect(jsonByte.colon);
      yield name;
    }
  }

  /** Reads an array: yields the index of each element. The caller reads the element before requesting the next index. */
  elements(): Generator<number> {
    return this.between(jsonByte.openArray, jsonByte.closeArray);
  }

  /** Throws unless everything has been read. */
  end(): void {
    if (this.peek() !== undefined) throw new SyntaxError('expected the end');
  }

  /** Reads all of the text as one value. */
  whole(): unknown {
    const value = this.value();
    this.end();
    return value;
  }

  private *between(open: number, close: number): Generator<number> {
    this.expect(open);
    this.depth += 1;
    for (let index = 0, more = !this.take(close); more; index += 1) {
      yield index;
      more = this.take(jsonByte.comma);
      if (!more) this.expect(close);
    }
    this.depth -= 1;
  }

  /** Skips whitespace and returns the next byte without reading it; undefined at the end. */
  private peek(): number | undefined {
    while (isWhitespace(this.bytes[this.at])) this.at += 1;
    return this.bytes[this.at];
  }

  private take(expected: number): boolean {
    if (this.peek() !== expected) return false;
    this.at += 1;
    return true;
  }

  private expect(expected: number): void {
    if (!this.take(expected)) throw new SyntaxError(`expected ${String.fromCharCode(expected)}`);
  }
}

/**
 * Returns the end of the value at `start` and the number of values in it, counted by brackets and commas. Does not validate the
 * JSON: `JSON.parse` does.
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

/** Returns the end of a number, a literal or any other run of bytes that are not structural. */
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

/** Whether a byte ends a scalar. Uses a lookup table, because this runs for almost every byte of a response. */
function isStructure(next: number | undefined): boolean {
  return next !== undefined && structure[next] === 1;
}

function limitError(limit: 'nesting' | 'values', max: number): AppError {
  return fail('bad-response', { details: { limit, max } });
}
