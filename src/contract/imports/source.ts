/** A file that is imported: how it is read, and its columns. */
import { z } from 'zod';
import { json } from '../service/models/fields';

/** What the lines of a file become. */
export const importKind = z.enum(['users', 'teams', 'permissions']);
export type ImportKind = z.output<typeof importKind>;

export const importEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']);
export type ImportEncoding = z.output<typeof importEncoding>;

export const importDelimiter = z.enum([',', ';', '\t', '|']);
export type ImportDelimiter = z.output<typeof importDelimiter>;

/** How a file is read. `json` is a list of objects, or an object with one such list; `ndjson` has an object in each line. */
export const importFormat = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal('table'), encoding: importEncoding, delimiter: importDelimiter }),
  z.strictObject({ format: z.literal('ndjson'), encoding: importEncoding }),
  z.strictObject({ format: z.literal('json'), encoding: importEncoding }),
]);
export type ImportFormat = z.output<typeof importFormat>;

/** Maximum number of columns, of bytes of one cell, and of lines with data. */
export const maxImportColumns = 2_000;
export const maxImportCellBytes = 5_000_000;
export const maxImportLines = 500_000;
/** Maximum bytes of a file. */
export const maxImportBytes = 2 ** 30;
/** Bytes of one part of a file, which a page sends as Base64. */
export const importPartBytes = 2 ** 20;

const importColumn = z.strictObject({
  /** The name in the header; of JSON the property, and of a property within another one both, as in `user_metadata.plan`. */
  name: z.string(),
  /** Different values of the first lines, shortened. None of a column that seems to have passwords or hashes. */
  samples: z.array(z.string()).readonly(),
  isSecret: z.boolean(),
});
export type ImportColumn = z.output<typeof importColumn>;

/** Services whose exports are recognized by their columns, and Latchkey's own. */
const exportOrigin = z.enum(['clerk', 'auth0', 'supabase', 'firebase', 'keycloak', 'latchkey']);
export type ExportOrigin = z.output<typeof exportOrigin>;

/**
 * What of a recognized export can't be brought along. `hashes-unsupported`: passwords are hashed by something else than bcrypt. `no-passwords`: the
 * export has none. `ids-new`: users get new IDs. `dates`: when users signed up. `providers`: connected accounts. `two-factor`, `phones`, `sessions`,
 * `roles`, `groups`, `usernames`, `blocked`: as their names say. `other-emails`: all but the primary address.
 */
const importLoss = z.enum([
  'hashes-unsupported',
  'no-passwords',
  'ids-new',
  'dates',
  'providers',
  'two-factor',
  'phones',
  'sessions',
  'roles',
  'groups',
  'usernames',
  'blocked',
  'other-emails',
]);
export type ImportLoss = z.output<typeof importLoss>;

/** What was found in a file. Throws nothing: a file that can't be read at all has a fault. */
export const importSource = z.strictObject({
  format: importFormat,
  /** Whether the file says its encoding by a byte order mark. */
  hasByteOrderMark: z.boolean(),
  columns: z.array(importColumn).readonly(),
  /** Number of lines with data, without the header; of JSON, of objects. */
  lines: z.int(),
  /** Number of lines that can't be read at all, such as those with other columns than the header. The check lists them. */
  broken: z.int(),
  /** Null for a file that isn't recognized. */
  origin: z.strictObject({ name: exportOrigin, losses: z.array(importLoss).readonly() }).nullable(),
});
export type ImportSource = z.output<typeof importSource>;

/**
 * Why a file can't be imported at all. `changed`: it was changed while it was read. `damaged`: the copy isn't what was read. `no-lines`, `no-columns`: it is empty, or has only a header.
 * `several-headers`: two columns have one name. The line, from 1 on, is null where it is about the whole file.
 */
export const importFault = z.strictObject({
  reason: z.enum([
    'changed',
    'damaged',
    'no-lines',
    'no-columns',
    'too-many-columns',
    'too-many-lines',
    'cell-too-long',
    'several-headers',
    'not-json',
    'not-text',
    'disk-full',
  ]),
  line: z.int().nullable(),
  /** The name of the column, where there is one. */
  column: z.string().nullable(),
});
export type ImportFault = z.output<typeof importFault>;

/** A value of a file, or of an object of the service. Never a password or a hash. */
export const importValue = json;
