/** What a check of a file found for each of its lines, before anything is sent. */
import { z } from 'zod';
import { millis } from '../service/models/fields';
import { importValue } from './source';

/** `create`, `change`: sent. `same`: nothing is to be done. `impossible`: left out, with a reason. */
export const lineStatus = z.enum(['create', 'change', 'same', 'impossible']);
export type LineStatus = z.output<typeof lineStatus>;

/**
 * Why a line can't be imported. The first ones are about the line as a whole, the others about a value.
 *
 * `repeated`: an earlier line is about the same; `line` has its number. `several-match`: several users have the address. `not-found`: no object has the ID.
 * `left`: it exists, and is left as it is by choice. `self`: the user is signed in here. `in-the-way`: something on the way to the metadata path isn't an object.
 */
const lineProblem = z.strictObject({
  reason: z.enum([
    'quote-not-closed',
    'text-after-quote',
    'too-few-cells',
    'too-many-cells',
    'cell-too-long',
    'not-json',
    'too-deep',
    'not-an-object',
    'not-text',
    'empty-line',
    'repeated',
    'several-match',
    'not-found',
    'no-key',
    'no-name',
    'self',
    'not-an-email',
    'not-a-url',
    'not-an-id',
    'not-yes-or-no',
    'not-a-number',
    'not-a-hash',
    'not-a-permission-id',
    'not-a-scope',
    'too-long',
    'password-length',
    'password-off',
    'verified-without-email',
    'in-the-way',
    'team-unknown',
    'team-ambiguous',
    'permission-unknown',
    'user-unknown',
    'circle',
    'built-in',
  ]),
  /** Index and name of the column; null for the line as a whole. */
  column: z.int().nullable(),
  columnName: z.string().nullable(),
  /** The value, shortened; null for none, and for passwords and hashes. */
  value: z.string().nullable(),
  /** The earlier line that is about the same. */
  line: z.int().optional(),
  /** Numbers of cells, and the limit of lengths. */
  expected: z.int().optional(),
  found: z.int().optional(),
});
export type LineProblem = z.output<typeof lineProblem>;

const lineChange = z.strictObject({
  /** The target, such as `display_name`, `team`, or the metadata path `server.plan`. */
  field: z.string(),
  /** Absent where there is none, as of created objects and of what is added. */
  before: importValue.optional(),
  after: importValue.optional(),
  /** Set for passwords and hashes, which have no values here. */
  isSecret: z.literal(true).optional(),
});
export type LineChange = z.output<typeof lineChange>;

export const checkedLine = z.strictObject({
  /** Position among the lines of its status, from 0 on. */
  at: z.int(),
  /** Number of the line in the file, from 1 on, at which it starts; of JSON, of the object. */
  line: z.int(),
  status: lineStatus,
  /** ID of what exists. */
  id: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  changes: z.array(lineChange).readonly(),
  problems: z.array(lineProblem).readonly(),
});
export type CheckedLine = z.output<typeof checkedLine>;

const lineCounts = z.strictObject({ create: z.int(), change: z.int(), same: z.int(), impossible: z.int() });
export type LineCounts = z.output<typeof lineCounts>;

export const checkResult = z.strictObject({
  counts: lineCounts,
  /** Requests that sending all of `create`, or all of `change`, takes. */
  requests: z.strictObject({ create: z.int(), change: z.int() }),
  /** Lines with a password or a hash that is set, and those of users who exist, whose is left out. */
  passwords: z.strictObject({ set: z.int(), leftOut: z.int() }),
  /** Created users without an email. Where the response is lost, nothing shows whether they were created. */
  withoutEmail: z.int(),
  /** Where existing users were looked up. */
  comparedWith: z.enum(['index', 'service']),
  /** Time of the service. */
  checkedAtMillis: millis,
});
export type CheckResult = z.output<typeof checkResult>;
