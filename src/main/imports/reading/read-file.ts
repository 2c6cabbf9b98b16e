/** Reads a file in a format: its columns, and then its lines as often as needed. */
import { type ImportFault, type ImportFormat, maxImportColumns, maxImportLines } from '#contract/imports/source.ts';
import { quotedKey } from '#contract/query/metadata-path.ts';
import { trimInvisible } from '#contract/text/visible-text.ts';
import { type Cell, type FileRecord, ownRecord, ownText, type RecordProblem } from './file-record';
import { textOf } from './file-text';
import { type FoundObject, type JsonObject, lineObjects, listedObjects, NoList } from './json-objects';
import { PageDamaged, type PagedFile } from './paged-file';
import { type TableLine, tableLines } from './table-lines';

/** Thrown for a file that can't be imported. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  constructor(
    readonly fault: ImportFault,
    cause?: unknown,
  ) {
    super(fault.reason, { cause });
  }
}

function unreadable(reason: ImportFault['reason'], own: Partial<ImportFault> = {}, cause?: unknown): UnreadableFile {
  return new UnreadableFile({ reason, line: null, column: null, ...own }, cause);
}

export interface ReadableFile {
  readonly pages: Pick<PagedFile, 'read' | 'pages'>;
  readonly format: ImportFormat;
}

/** What the first pass over a file finds. */
export interface FileOutline {
  readonly columns: readonly string[];
  readonly lines: number;
  readonly broken: number;
  /** The first lines that can be read. */
  readonly first: readonly FileRecord[];
}

/** First lines that are kept. */
const keptLines = 200;

/** Reads a whole file once. `onPart` runs after each part of it, with the progress. Throws {@link UnreadableFile}. */
export async function outlineOf(of: ReadableFile, onPart: (progress: number) => Promise<void>): Promise<FileOutline> {
  let pages = 0;
  const read = (page: number) => {
    pages = page + 1;
    return of.pages.read(page);
  };
  const file = { ...of, pages: { pages: of.pages.pages, read } };
  const columns = createColumns();
  let lines = 0;
  let broken = 0;
  const first: FileRecord[] = [];
  for await (const batch of allRecords(file, columns)) {
    for (const record of batch) {
      lines += 1;
      if (lines > maxImportLines) throw unreadable('too-many-lines', { line: record.line });
      if (record.problem !== null) broken += 1;
      else if (first.length < keptLines) first.push(ownRecord(record));
    }
    await onPart(pages / Math.max(1, of.pages.pages()));
  }
  const names = columns.names();
  if (names.length === 0) throw unreadable('no-columns');
  if (lines === 0) throw unreadable('no-lines');
  return { columns: names, lines, broken, first };
}

/** Yields the lines of a file whose columns are known. Throws {@link UnreadableFile}. */
export function recordsOf(file: ReadableFile, known: readonly string[]): AsyncGenerator<readonly FileRecord[]> {
  return allRecords(file, createColumns(known));
}

async function* allRecords(file: ReadableFile, columns: Columns): AsyncGenerator<readonly FileRecord[]> {
  const { pages, format } = file;
  const texts = textOf(pages, format.encoding);
  try {
    if (format.format === 'table') yield* tableRecords(tableLines(texts, format.delimiter), columns);
    else yield* objectRecords(format.format === 'json' ? listedObjects(texts) : lineObjects(texts), columns);
  } catch (thrown) {
    if (thrown instanceof PageDamaged) throw unreadable('damaged', {}, thrown);
    if (thrown instanceof NoList) throw unreadable('not-json', {}, thrown);
    throw thrown;
  }
}

interface Columns {
  names(): readonly string[];
  /** Takes the header of a table, which has to be the first line. */
  takeHeader(line: TableLine): void;
  indexOf(name: string): number;
}

function createColumns(known: readonly string[] = []): Columns {
  const indexes = new Map(known.map((name, at) => [name, at]));
  let header: readonly string[] | null = null;
  return {
    names: () => header ?? [...indexes.keys()],
    takeHeader({ line, cells, problem }) {
      if (problem !== null) throw unreadable(problem.reason === 'cell-too-long' ? 'cell-too-long' : 'not-text', { line });
      if (cells.length > maxImportColumns) throw unreadable('too-many-columns', { line });
      header = cells.map((cell) => ownText(trimInvisible(cell)));
      const twice = header.find((name, at) => name !== '' && header?.indexOf(name) !== at);
      if (twice !== undefined) throw unreadable('several-headers', { line, column: twice.slice(0, 100) });
    },
    indexOf(name) {
      const found = indexes.get(name);
      if (found !== undefined) return found;
      if (indexes.size >= maxImportColumns) throw unreadable('too-many-columns');
      indexes.set(name, indexes.size);
      return indexes.size - 1;
    },
  };
}

async function* tableRecords(lines: AsyncIterable<readonly TableLine[]>, columns: Columns): AsyncGenerator<readonly FileRecord[]> {
  let width = 0;
  for await (const batch of lines) {
    const [first] = batch;
    if (width === 0 && first !== undefined) {
      columns.takeHeader(first);
      width = columns.names().length;
      yield batch.slice(1).map((line) => tableRecord(line, width));
    } else yield batch.map((line) => tableRecord(line, width));
  }
}

function tableRecord({ line, cells, problem }: TableLine, width: number): FileRecord {
  return { line, cells, isTable: true, problem: problem ?? widthProblem(cells, width) };
}

/** Programs write more or fewer delimiters at the end of a line where the last cells are empty. */
function widthProblem(cells: readonly string[], width: number): RecordProblem | null {
  if (cells.length < width) return { reason: 'too-few-cells', expected: width, found: cells.length };
  const isMore = cells.slice(width).some((cell) => cell.trim() !== '');
  return isMore ? { reason: 'too-many-cells', expected: width, found: cells.length } : null;
}

async function* objectRecords(objects: AsyncIterable<readonly FoundObject[]>, columns: Columns): AsyncGenerator<readonly FileRecord[]> {
  for await (const batch of objects) {
    yield batch.map(({ line, value, problem }) => {
      const cells: Cell[] = [];
      if (value !== null) {
        eachColumn(value, (name, cell) => {
          cells[columns.indexOf(name)] = cell;
        });
      }
      return { line, cells, isTable: false, problem };
    });
  }
}

/** Levels of objects that become columns; what is deeper is one value. */
const maxLevels = 3;

/** Calls `found` with each column of an object and its value. */
function eachColumn(object: JsonObject, found: (name: string, cell: Cell) => void, prefix = '', level = 1): void {
  for (const [key, value] of Object.entries(object)) {
    // A dot within a key is none between two.
    const name = prefix + (level > 1 && /[."\\]/.test(key) ? quotedKey(key) : key);
    const isInner = typeof value === 'object' && value !== null && !Array.isArray(value) && level < maxLevels;
    if (isInner && Object.keys(value).length > 0) eachColumn(value, found, `${name}.`, level + 1);
    else found(name, value);
  }
}
