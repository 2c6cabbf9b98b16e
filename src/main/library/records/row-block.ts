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
  return digestOfText(n, textOf([target, belongs, before, value, secret]), leftOutFor);
}

/** Returns the columns that are digested as JSON, without the end of the list. */
function textOf(columns: readonly (string | null)[]): string {
  return JSON.stringify(columns).slice(0, -1);
}

function digestOfText(n: number, text: string, leftOutFor: SkipReason | null): string {
  return hashOf(`[${n},${text.slice(1)}${leftOutFor === null ? '' : `,${JSON.stringify(leftOutFor)}`}]`);
}

/** Characters of a digest. */
export const digestLength = 64;

/** Rows that follow one another, as one text, which is neither read nor checked before they are needed. */
export interface RowBlock {
  /** Number of the first row. */
  readonly first: number;
  readonly count: number;
  /** How many of them aren't sent. */
  readonly skipped: number;
  /** JSON: a list of {@link FoldedRow}. */
  readonly rows: string;
  /** One after the other. */
  readonly digests: string;
}

/** `target`, `belongs`, `before`, `value`, `secret`, `name`, `email`, and `reason` of a row. */
export type FoldedRow = readonly [string, string | null, string, string, string | null, string | null, string | null, string | null];

/** Maximum characters of a name or an address that the row of a job shows. */
const maxNameLength = 1_000;

/** Characters of JSON in values after which a block ends: what is stored and read as one text has to fit into memory some times over. */
export const fullBlockLength = 4_000_000;
/** Rows after which it ends. */
const fullBlockRows = 5_000;

/** A block to which rows are added. */
export interface OpenBlock {
  /** Adds a row. Returns false for one that has no place in it; the first one always has. */
  add(row: NewJobRow): boolean;
  end(): RowBlock;
}

/** Opens a block. `first` is the number of rows before it. */
export function openBlock(first: number): OpenBlock {
  const digests: string[] = [];
  const rows: string[] = [];
  let length = 0;
  let skipped = 0;
  return {
    add({ target, name, email, secret, reason, ...row }) {
      const [before, value] = [JSON.stringify(row.before), JSON.stringify(row.value)];
      const withRow = length + before.length + value.length;
      if (rows.length > 0 && (withRow > fullBlockLength || rows.length >= fullBlockRows)) return false;
      length = withRow;
      if (reason !== null) skipped += 1;
      const text = textOf([target.id, target.of, before, value, secret]);
      digests.push(digestOfText(first + rows.length, text, reason));
      rows.push(`${text},${JSON.stringify([shown(name), shown(email), reason]).slice(1)}`);
      return true;
    },
    end: () => ({ first, count: rows.length, skipped, rows: `[${rows.join(',')}]`, digests: digests.join('') }),
  };
}

function shown(name: string | null): string | null {
  return name === null ? null : storedText(name.slice(0, maxNameLength));
}
