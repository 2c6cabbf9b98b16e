/** Rows of a job as they are added: some together, each with its digest. */
import type { SkipReason } from '#contract/jobs/job.ts';
import type { NewJobRow } from '#contract/workers/job-records.ts';
import { storedText } from './append-entries';
import { hashOf } from './chain';

/** The columns of a row that decide what is sent for it. */
export interface DigestedColumns {
  readonly n: number;
  readonly target: string;
  readonly belongs: string | null;
  /** JSON. */
  readonly before: string;
  readonly value: string;
  readonly secret: string | null;
}

/** Returns the digest of a row: over everything that decides what is sent for it, as it is stored, and over why it isn't sent. */
export function digestOf({ n, target, belongs, before, value, secret }: DigestedColumns, leftOutFor: SkipReason | null = null): string {
  return hashOf(JSON.stringify([n, target, belongs, before, value, secret, ...(leftOutFor === null ? [] : [leftOutFor])]));
}

/** Characters of a digest. */
export const digestLength = 64;

/** Rows that follow one another, as one text, which is neither read nor checked before they are needed. */
export interface RowBlock {
  /** Number of the first row. */
  readonly first: number;
  readonly count: number;
  /** JSON: an array for each row, with the columns that `unfoldNext` takes out of it. */
  readonly rows: string;
  /** One after the other. */
  readonly digests: string;
}

/** Maximum characters of a name or an address that the row of a job shows. */
const maxNameLength = 1_000;

/** Characters of JSON in values after which a block ends: what is stored and read as one text has to fit into memory some times over. */
export const fullBlockLength = 4_000_000;

/** Returns the number of characters that the values of a row take in a block. */
export function lengthOf({ before, value }: Pick<NewJobRow, 'before' | 'value'>): number {
  return (before === null ? 0 : JSON.stringify(before).length) + (value === null ? 0 : JSON.stringify(value).length);
}

/** Returns rows as they are added: at least one, and no more once the block is full. `first` is the number of rows before them. */
export function blockOf(first: number, rows: readonly NewJobRow[]): RowBlock {
  const digests: string[] = [];
  const columns: (string | null)[][] = [];
  let length = 0;
  for (const [at, row] of rows.entries()) {
    const { secret, reason, target } = row;
    const [before, value] = [JSON.stringify(row.before), JSON.stringify(row.value)];
    length += before.length + value.length;
    if (at > 0 && length > fullBlockLength) break;
    digests.push(digestOf({ n: first + at, target: target.id, belongs: target.of, before, value, secret }, reason));
    columns.push([target.id, target.of, shown(row.name), shown(row.email), before, value, secret, reason]);
  }
  return { first, count: columns.length, rows: JSON.stringify(columns), digests: digests.join('') };
}

function shown(name: string | null): string | null {
  return name === null ? null : storedText(name.slice(0, maxNameLength));
}
