/** What a line of a file becomes: shown, and sent. */
import { cellValue } from '#contract/export/csv.ts';
import type { CheckedLine, LineChange, LineProblem } from '#contract/imports/check.ts';
import type { ImportMapping, ImportTarget } from '#contract/imports/mapping.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { NewJobRow } from '#contract/workers/job-records.ts';
import type { Cell, FileRecord } from '../reading/file-record';
import { cellText, type Read, type ValueProblem } from './cell-values';

export interface PlannedLine extends Omit<CheckedLine, 'at'> {
  /** What is sent; null for nothing. */
  readonly row: NewJobRow | null;
  /** Requests that the row takes. */
  readonly requests: number;
  /** Whether the line has a password that isn't set, because the user exists. */
  readonly leavesPassword: boolean;
  /** The cells of a line that can't be imported, without passwords and hashes. */
  readonly cells?: readonly string[];
}

/** A column with its target. */
export interface MappedColumn {
  readonly column: number;
  readonly name: string;
  readonly target: ImportTarget;
}

/** Returns the columns of a mapping with their names. */
export function mappedColumns({ columns }: ImportMapping, names: readonly string[]): readonly MappedColumn[] {
  return columns.map(({ column, target }) => ({ column, name: names[column] ?? '', target }));
}

export function isSecretTarget({ field }: ImportTarget): boolean {
  return field === 'password' || field === 'password_hash';
}

/** Returns the cell of a column. A password may start with an apostrophe of its own. */
export function cellOf({ cells, isTable }: FileRecord, { column, target }: MappedColumn): Cell {
  const cell = cells[column];
  return isTable && typeof cell === 'string' && !isSecretTarget(target) ? cellValue(cell) : cell;
}

/** Characters of a value that a problem quotes. */
const quotedLength = 100;

/** Returns a problem with the value of a column. */
export function valueProblem({ column, name, target }: MappedColumn, cell: Cell, { reason, expected }: ValueProblem): LineProblem {
  const value = isSecretTarget(target) ? null : shortened(cellText(cell));
  return { reason, column, columnName: shortened(name), value, ...(expected === undefined ? {} : { expected }) };
}

/** Takes what was read of a cell: the value, nothing, or what is wrong with it. */
export type Take = <T>(read: Read<T>, use: (value: T) => void, onEmpty?: () => void) => void;

/** Returns what takes the values of a column; problems are added to those of the line. */
export function taking(column: MappedColumn, cell: Cell, problems: LineProblem[]): Take {
  return (read, use, onEmpty = () => {}) => {
    if (read === null) onEmpty();
    else if ('value' in read) use(read.value);
    else problems.push(valueProblem(column, cell, read));
  };
}

/** Returns a text up to a length, with a sign at its end where it was cut off. */
export function shortened(text: string, length = quotedLength): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Characters of a value that is shown, and of all those of a line: a file may have thousands of columns, and cells of some megabytes. */
const shownLength = 1_000;
const shownOfLine = 50_000;

/** Returns changes as they are shown: what is too long is cut off, and of a list or an object its JSON. */
export function cutChanges(changes: readonly LineChange[]): readonly LineChange[] {
  const length = Math.min(shownLength, Math.ceil(shownOfLine / Math.max(1, changes.length)));
  const shown = (value: JsonValue): JsonValue => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length > length ? shortened(text, length) : value;
  };
  return changes.map(({ before, after, ...change }) => ({
    ...change,
    ...(before === undefined ? {} : { before: shown(before) }),
    ...(after === undefined ? {} : { after: shown(after) }),
  }));
}

/** Returns a problem with a line as a whole. */
export function lineProblem(reason: LineProblem['reason'], own: Partial<LineProblem> = {}): LineProblem {
  return { reason, column: null, columnName: null, value: null, ...own };
}

/** Returns a line that can't be read. */
export function brokenLine({ line, problem }: FileRecord): PlannedLine {
  const { reason = 'not-text', ...numbers } = problem ?? {};
  return impossibleLine({ line, id: null, name: null, email: null }, [lineProblem(reason, numbers)]);
}

type Who = Pick<PlannedLine, 'line' | 'id' | 'name' | 'email'>;

/** Returns a line that can't be imported. */
export function impossibleLine(who: Who, problems: readonly LineProblem[]): PlannedLine {
  return { ...who, status: 'impossible', changes: [], problems, row: null, requests: 0, leavesPassword: false };
}

/** Returns a line of which nothing is to be done. */
export function sameLine(who: Who, leavesPassword = false): PlannedLine {
  return { ...who, status: 'same', changes: [], problems: [], row: null, requests: 0, leavesPassword };
}
