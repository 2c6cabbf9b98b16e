/** The text of a file, row by row. */
import type { ExportFormat } from '#contract/bridge/exports.ts';
import { byteOrderMark, csvRow } from '#contract/export/csv.ts';

export interface FileText {
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
  if (Array.isArray(value) && !field.includes('.')) return value.join(';');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
