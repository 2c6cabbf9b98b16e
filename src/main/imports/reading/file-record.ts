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
  /** Set for a line that can't be read. */
  readonly problem: RecordProblem | null;
}

/** Whether a text has characters that no encoding of a text file has. */
export function isGarbled(text: string): boolean {
  return text.includes('\uFFFD') || text.includes('\0');
}

/** Returns a text that is kept for long: a part of another one would keep all of that in memory. */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}

/** Returns a line that is kept for long. */
export function ownRecord(record: FileRecord): FileRecord {
  return { ...record, cells: record.cells.map((cell) => (typeof cell === 'string' ? ownText(cell) : cell)) };
}
