/** Objects of a JSON file, one by one: those of a list, or of a list that an object has, or one in each line. */
import { maxImportCellBytes } from '#contract/imports/source.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { flawOfJson, type RecordProblem } from './file-record';

export type JsonObject = Readonly<Record<string, JsonValue>>;

export interface FoundObject {
  readonly line: number;
  /** Null where there is none. */
  readonly value: JsonObject | null;
  readonly problem: RecordProblem | null;
}

/** Characters of an object. */
const maxObjectLength = 4 * maxImportCellBytes;
/** Names under which exports have the list. */
export const listNames: ReadonlySet<string> = new Set(['users', 'teams', 'permissions', 'data', 'items', 'records']);

/** Thrown for a text that has no list of objects. */
export class NoList extends Error {
  override readonly name = 'NoList';
}

/** Yields the objects of a list. Throws {@link NoList}. */
export async function* listedObjects(texts: AsyncIterable<string>): AsyncGenerator<readonly FoundObject[]> {
  const scanner = createScanner();
  for await (const text of texts) yield scanner.add(text);
  yield scanner.end();
}

/** Yields the objects of lines. Empty lines are left out. */
export async function* lineObjects(texts: AsyncIterable<string>): AsyncGenerator<readonly FoundObject[]> {
  let rest = '';
  let line = 0;
  let isSkipping = false;
  const parse = (text: string): FoundObject[] => {
    line += 1;
    const wasSkipping = isSkipping;
    isSkipping = false;
    return wasSkipping || text.trim() === '' ? [] : [objectOf(text, line)];
  };
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield lines.flatMap(parse);
    if (rest.length > maxObjectLength) {
      if (!isSkipping) yield [{ line: line + 1, value: null, problem: tooLong }];
      isSkipping = true;
      rest = '';
    }
  }
  yield parse(rest);
}

const tooLong: RecordProblem = { reason: 'cell-too-long', expected: maxImportCellBytes };

function objectOf(text: string, line: number): FoundObject {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { line, value: null, problem: { reason: 'not-an-object' } };
    const flaw = flawOfJson(value as JsonObject);
    // What is that deep is no longer looked at.
    return { line, value: flaw === 'too-deep' ? null : (value as JsonObject), problem: flaw === null ? null : { reason: flaw } };
  } catch {
    return { line, value: null, problem: { reason: 'not-json' } };
  }
}

const special = /["{}[\],]/g;

/** Where a text is in the structure of its list. */
interface Scanner {
  text: string;
  /** Position from which the text is looked at. */
  at: number;
  /** What is open: `[` and `{`. */
  depth: number;
  /** Depth of the list, 0 until it is found. */
  listDepth: number;
  isDone: boolean;
  /** Start of the current item; -1 outside the list. */
  itemStart: number;
  /** Whether the current item is too long, and its start is forgotten. */
  isSkipping: boolean;
  /** The last text before the list, which is its name. */
  lastText: string;
  count: number;
  found: FoundObject[];
}

/** Follows the structure of a text, and cuts out the items of its list. */
function createScanner() {
  const own: Scanner = {
    ...{ text: '', at: 0, depth: 0, listDepth: 0, isDone: false, itemStart: -1, isSkipping: false, lastText: '', count: 0 },
    found: [],
  };
  return {
    add(more: string): readonly FoundObject[] {
      if (own.isDone) return [];
      own.text += more;
      scan(own);
      cut(own);
      return own.found.splice(0);
    },
    end(): readonly FoundObject[] {
      if (own.listDepth === 0) throw new NoList();
      // Cut off within an object, or by one of which a sign is missing.
      if (!own.isDone) own.found.push({ line: own.count + 1, value: null, problem: { reason: 'not-json' } });
      return own.found.splice(0);
    },
  };
}

function scan(own: Scanner): void {
  while (!own.isDone) {
    special.lastIndex = own.at;
    const match = special.exec(own.text);
    if (match === null) {
      own.at = own.text.length;
      return;
    }
    const [sign] = match;
    if (sign === '"') {
      const after = afterString(own.text, match.index);
      if (after < 0) {
        own.at = match.index;
        return;
      }
      if (own.listDepth === 0) own.lastText = own.text.slice(match.index + 1, after - 1);
      own.at = after;
    } else {
      own.at = match.index + 1;
      follow(own, sign, match.index);
    }
  }
}

function follow(own: Scanner, sign: string, position: number): void {
  const isInList = own.listDepth !== 0 && own.depth === own.listDepth;
  if (sign === '{' || sign === '[') {
    own.depth += 1;
    const isList = sign === '[' && own.listDepth === 0 && (own.depth === 1 || (own.depth === 2 && listNames.has(own.lastText)));
    if (!isList) return;
    own.listDepth = own.depth;
    own.itemStart = position + 1;
  } else if (sign === '}' || sign === ']') {
    if (isInList) {
      endItem(own, position);
      own.isDone = true;
    }
    own.depth -= 1;
    if (own.depth < 0) throw new NoList();
  } else if (sign === ',' && isInList) {
    endItem(own, position);
    own.itemStart = position + 1;
  }
}

function endItem(own: Scanner, end: number): void {
  const text = own.text.slice(own.itemStart, end);
  own.itemStart = -1;
  if (!own.isSkipping && text.trim() === '') return;
  own.count += 1;
  own.found.push(own.isSkipping ? { line: own.count, value: null, problem: tooLong } : objectOf(text, own.count));
  own.isSkipping = false;
}

/** Forgets what is no longer needed. */
function cut(own: Scanner): void {
  const kept = own.itemStart < 0 ? own.at : own.itemStart;
  own.text = own.text.slice(kept);
  own.at -= kept;
  if (own.itemStart >= 0) own.itemStart = 0;
  if (own.text.length <= maxObjectLength) return;
  own.isSkipping = true;
  own.text = own.text.slice(own.at);
  own.at = 0;
  // One text that long has no end.
  if (own.text.length > maxObjectLength) throw new NoList();
}

/** Returns the position after a string; -1 if its end isn't there yet. */
function afterString(text: string, start: number): number {
  for (let at = start + 1; ; at += 2) {
    const quote = text.indexOf('"', at);
    const escaped = text.slice(at, quote < 0 ? text.length : quote).indexOf('\\');
    if (escaped < 0) return quote < 0 ? -1 : quote + 1;
    at += escaped;
  }
}
