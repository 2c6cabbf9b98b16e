/** Finds how a file is written by its start. */
import type { ImportDelimiter, ImportFormat } from '#contract/imports/source.ts';
import { findEncoding, textOf } from './file-text';
import { listNames } from './json-objects';
import type { PagedFile } from './paged-file';

export interface FoundFormat {
  readonly format: ImportFormat;
  readonly hasByteOrderMark: boolean;
}

/** Characters of the start that are looked at. */
const probeLength = 100_000;
const delimiters: readonly ImportDelimiter[] = [',', ';', '\t', '|'];

/** Resolves to the format of a file. Throws what reading pages does. */
export async function findFormat(pages: Pick<PagedFile, 'read' | 'pages'>): Promise<FoundFormat> {
  const start = pages.pages() === 0 ? new Uint8Array() : await pages.read(0);
  const { encoding, hasByteOrderMark } = findEncoding(start);
  let probe = '';
  for await (const text of textOf({ read: pages.read, pages: () => Math.min(1, pages.pages()) }, encoding)) probe += text;
  const format = formatOf(probe);
  if (format !== 'table') return { format: { format, encoding }, hasByteOrderMark };
  return { format: { format, encoding, delimiter: delimiterOf(probe.slice(0, probeLength)) }, hasByteOrderMark };
}

function formatOf(probe: string): ImportFormat['format'] {
  const text = probe.trimStart();
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'table';
  const end = text.indexOf('\n');
  const first = parsed(end < 0 ? text : text.slice(0, end));
  if (first === undefined) return 'json';
  // An object in one line that has the list, rather than the first of many.
  const isAlone = end < 0 || text.slice(end).trim() === '';
  return isAlone && hasList(first) ? 'json' : 'ndjson';
}

/** Whether an object has a list of objects under a name of one. A user may have lists of teams as well, which are texts. */
function hasList(object: object): boolean {
  const isAlone = Object.keys(object).length === 1;
  return Object.entries(object).some(([name, value]: [string, unknown]) => {
    if (!listNames.has(name) || !Array.isArray(value)) return false;
    return value.length === 0 ? isAlone : value.every((item) => typeof item === 'object' && item !== null);
  });
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the delimiter that splits the header and the lines after it into the same number of cells, the most of them. */
function delimiterOf(probe: string): ImportDelimiter {
  const lines = probe.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const [header = '', ...others] = lines.slice(0, 20);
  const score = (delimiter: string) => {
    const width = cellsIn(header, delimiter);
    const same = others.filter((line) => cellsIn(line, delimiter) === width).length;
    return width === 1 ? 0 : width * (1 + same);
  };
  return delimiters.reduce((best, next) => (score(next) > score(best) ? next : best));
}

/** Number of cells of a line, without what is in quotes. */
function cellsIn(line: string, delimiter: string): number {
  return line.replace(/"[^"]*"/g, '').split(delimiter).length;
}
