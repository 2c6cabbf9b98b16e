/** A line of a file with its cells, or with what is wrong with it. */
import type { LineProblem } from '#contract/imports/check.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';

/** A cell: a text of a table, or any value of JSON; undefined for none. */
export type Cell = JsonValue | undefined;

export interface RecordProblem {
  readonly reason: LineProblem['reason'];
  readonly expected?: number;
  readonly found?: number;
}

export interface FileRecord {
  /** Number of the line, from 1 on, at which it starts; in a list of JSON the number of the object. */
  readonly line: number;
  /** By the indexes of the columns. */
  readonly cells: readonly Cell[];
  /** Whether the cells are those of a table, which spreadsheet programs read and write. */
  readonly isTable: boolean;
  /** Set for a line that can't be read. */
  readonly problem: RecordProblem | null;
}

/** Whether a text has characters that no encoding of a text file has. */
export function isGarbled(text: string): boolean {
  return text.includes('\uFFFD') || text.includes('\0');
}

/** Levels of lists and objects within each other: more than anything the service stores, and far from exhausting the stack. */
const maxLevels = 200;

/** Half of a character: only an escape can write one. */
const halfCharacter = /\p{Surrogate}/u;

/** Returns what keeps a value of JSON from being taken: levels below it, and texts with escapes that are no characters. Null for nothing. */
export function flawOfJson(value: JsonValue, levels = maxLevels): 'too-deep' | 'not-text' | null {
  if (typeof value === 'string') return isNoText(value) ? 'not-text' : null;
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return 'too-deep';
  for (const [key, inner] of Object.entries(value)) {
    const flaw = isNoText(key) ? 'not-text' : flawOfJson(inner, levels - 1);
    if (flaw !== null) return flaw;
  }
  return null;
}

function isNoText(text: string): boolean {
  return isGarbled(text) || halfCharacter.test(text);
}

/** Returns a text that is kept for long: a part of another one would keep all of that in memory. */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}

/** Returns a line that is kept for long. */
export function ownRecord(record: FileRecord): FileRecord {
  return { ...record, cells: record.cells.map((cell) => (typeof cell === 'string' ? ownText(cell) : cell)) };
}
