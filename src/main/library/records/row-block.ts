/** Rows of a job as they are added: some together, with a hash over them. */
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
export function digestOf({ n, target, belongs, before, value, secret }: DigestedColumns, leftOutFor: string | null = null): string {
  const reason = leftOutFor === null ? [] : [leftOutFor];
  return hashOf(JSON.stringify([n, target, belongs, before, value, secret, ...reason]));
}

/** Rows that follow one another, as one text, which is neither read nor checked before they are needed. */
export interface RowBlock {
  /** Number of the first row. */
  readonly first: number;
  readonly count: number;
  /** How many of them aren't sent. */
  readonly skipped: number;
  /** JSON: a list of {@link FoldedRow}. */
  readonly rows: string;
  /** Over `rows`. */
  readonly hash: string;
}

/** `target`, `belongs`, `before`, `value`, `secret`, `name`, `email`, and `reason` of a row. */
export type FoldedRow = readonly [string, string | null, string, string, string | null, string | null, string | null, string | null];

/** Maximum characters of a name or an address that the row of a job shows. */
const maxNameLength = 1_000;

/** Characters of JSON in values after which a block ends: what is stored and read as one text has to fit into memory some times over. */
export const fullBlockLength = 4_000_000;
/** Rows after which it ends. */
const fullBlockRows = 1_000;

/** A block to which rows are added. */
export interface OpenBlock {
  /** Adds a row. Returns false for one that has no place in it; the first one always has. */
  add(row: NewJobRow): boolean;
  end(): RowBlock;
}

/** Opens a block. `first` is the number of rows before it. */
export function openBlock(first: number): OpenBlock {
  const texts: string[] = [];
  let length = 0;
  let skipped = 0;
  return {
    add(row) {
      const { target, reason } = row;
      const [before, value] = [jsonOf(row.before), jsonOf(row.value)];
      const withRow = length + before.length + value.length;
      if (texts.length > 0 && (withRow > fullBlockLength || texts.length >= fullBlockRows)) return false;
      length = withRow;
      if (reason !== null) skipped += 1;
      const folded: FoldedRow = [target.id, target.of, before, value, row.secret, shown(row.name), shown(row.email), reason];
      texts.push(JSON.stringify(folded));
      return true;
    },
    end() {
      const rows = `[${texts.join(',')}]`;
      return { first, count: texts.length, skipped, rows, hash: hashOf(rows) };
    },
  };
}

const jsonOf = (value: NewJobRow['value']) => (value === null ? 'null' : JSON.stringify(value));

function shown(name: string | null): string | null {
  return name === null ? null : storedText(name.length > maxNameLength ? name.slice(0, maxNameLength) : name);
}
