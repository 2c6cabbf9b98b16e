/** Writes the rows of one export to its file. */
import type { ExportFormat, ExportRun } from '#contract/bridge/exports.ts';
import { toReport } from '#contract/errors.ts';
import { byteOrderMark, csvRow, listSeparator } from '#contract/export/csv.ts';
import type { ExportFile } from './export-file';
import { type ExportRequest, exportRows } from './export-rows';
import type { Batch, ExportSource } from './export-source';
import { valuesOf } from './row-values';

export type FinishedRun = Pick<ExportRun, 'state' | 'error' | 'rows' | 'omitted'>;

export interface RunExportDeps {
  readonly source: ExportSource;
  readonly input: ExportRequest & { readonly format: ExportFormat };
  readonly file: ExportFile;
  readonly signal: AbortSignal;
  /** Throws if the run may not go on. */
  readonly assertAllowed: () => void;
  /** Called after each batch. */
  readonly onProgress: (progress: Pick<ExportRun, 'rows' | 'omitted'>) => void;
}

/** Writes the whole file, and puts it in its place. Resolves to how it ended; without success nothing of the file is left. Never rejects. */
export async function runExport({ source, input, file, signal, assertAllowed, onProgress }: RunExportDeps): Promise<FinishedRun> {
  const progress = { rows: 0, omitted: 0 };
  const values = valuesOf(input.fields);
  const text = fileText(input.format, input.fields);
  try {
    await file.write(text.start);
    for await (const { rows, omitted } of readAhead(exportRows(source, input))) {
      signal.throwIfAborted();
      if (rows.length > 0) await file.write(rows.map((row) => text.row(values(row))).join(''));
      progress.rows += rows.length;
      progress.omitted += omitted;
      onProgress({ ...progress });
    }
    await file.write(text.end);
    signal.throwIfAborted();
    // Last, because writing takes time.
    assertAllowed();
    await file.finish();
    return { ...progress, state: 'done', error: null };
  } catch (thrown) {
    await file.discard();
    const error = toReport(signal.aborted ? signal.reason : thrown);
    return error.code === 'cancelled' ? { ...progress, state: 'cancelled', error: null } : { ...progress, state: 'failed', error };
  }
}

/** Yields what another source yields, and reads the next batch while one is written. */
async function* readAhead(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  const iterator = batches[Symbol.asyncIterator]();
  const next = () => {
    const reading = iterator.next();
    // It is awaited later, or not at all if writing fails.
    reading.catch(() => undefined);
    return reading;
  };
  for (let reading = next(); ; ) {
    const { done, value } = await reading;
    if (done) return;
    reading = next();
    yield value;
  }
}

interface FileText {
  readonly start: string;
  /** Returns the text of a row. Rows are passed in their order, from the first one on. */
  row(values: readonly unknown[]): string;
  readonly end: string;
}

/** Returns the text of a file in a format. JSON is one list, with a row in each line. */
export function fileText(format: ExportFormat, fields: readonly string[]): FileText {
  if (format.format === 'csv') {
    const { delimiter, hasByteOrderMark } = format;
    return {
      start: `${hasByteOrderMark ? byteOrderMark : ''}${csvRow(fields, delimiter)}`,
      row: (values) =>
        csvRow(
          values.map((value, at) => cellText(value, fields[at] ?? '')),
          delimiter,
        ),
      end: '',
    };
  }
  const keys = fields.map((field) => JSON.stringify(field));
  const object = (values: readonly unknown[]) => `{${values.map((value, at) => `${keys[at]}:${JSON.stringify(value)}`).join(',')}}`;
  if (format.format === 'ndjson') return { start: '', row: (values) => `${object(values)}\n`, end: '' };
  let separator = '\n';
  return {
    start: '[',
    row(values) {
      const text = `${separator}${object(values)}`;
      separator = ',\n';
      return text;
    },
    end: '\n]\n',
  };
}

/** A list of a user, such as that of the teams, is joined. What is in metadata is JSON. */
function cellText(value: unknown, field: string): string {
  if (value === null) return '';
  if (Array.isArray(value) && !field.includes('.')) return value.join(listSeparator);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
