/** What the columns of a file become. */
import { z } from 'zod';
import { metadataPath } from '../query/user-query';
import { importKind } from './source';

/** How texts of a metadata column are read. `auto`: numbers, `true`, `false`, `null`, and JSON are read as such, everything else is text. */
export const valueType = z.enum(['auto', 'text', 'number', 'yes-no', 'json']);
export type ValueType = z.output<typeof valueType>;

/** What separates several values in one cell. A JSON list in a cell is read without it. */
const separator = z.string().min(1).max(5);
const reference = z.enum(['name', 'id']);

const metadata = [
  z.strictObject({ field: z.literal('metadata'), path: metadataPath, type: valueType }),
  /** All metadata of a kind as JSON. Replaces what is there. */
  z.strictObject({ field: z.enum(['client_metadata', 'client_read_only_metadata', 'server_metadata']) }),
] as const;

const plain = <F extends string>(field: F) => z.strictObject({ field: z.literal(field) });

export const userTarget = z.discriminatedUnion('field', [
  plain('id'),
  plain('email'),
  plain('email_verified'),
  /** Whether the address can be used to sign in. Without a column, it can for created users. */
  plain('email_auth'),
  plain('display_name'),
  plain('profile_image_url'),
  plain('password'),
  /** A bcrypt hash. */
  plain('password_hash'),
  plain('one_time_codes'),
  z.strictObject({ field: z.literal('team'), by: reference, separator }),
  z.strictObject({ field: z.literal('permission'), separator }),
  ...metadata,
]);

export const teamTarget = z.discriminatedUnion('field', [
  plain('id'),
  plain('display_name'),
  plain('profile_image_url'),
  /** Members by their emails or IDs. Several lines may be about one team: their members are added up. */
  z.strictObject({ field: z.literal('member'), by: z.enum(['email', 'id']), separator }),
  ...metadata,
]);

export const permissionTarget = z.discriminatedUnion('field', [
  plain('id'),
  plain('description'),
  /** `team` or `project`. Without a column, the option says it. */
  plain('scope'),
  z.strictObject({ field: z.literal('contained'), separator }),
]);

const column = z.int().min(0).max(1_999);
const columnsOf = <T extends z.ZodType>(target: T) => z.array(z.strictObject({ column, target })).max(2_000).readonly();

const existing = z.enum(['change', 'leave']);
const empty = z.enum(['keep', 'clear']);
const common = {
  /** What happens to what exists: it is changed, or left as it is. */
  existing,
  /** What an empty cell means for what exists: its value is kept, or cleared. Teams, members, and permissions are only ever added. */
  empty,
};

/** What of a file becomes what. Columns without a target aren't imported. */
export const importMapping = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('users'),
    columns: columnsOf(userTarget),
    match: z.enum(['email', 'id']),
    ...common,
    /** Whether users who exist get the passwords of the file too. Their sessions are revoked then. */
    alsoSetPasswords: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('teams'), columns: columnsOf(teamTarget), match: z.enum(['name', 'id']), ...common }),
  z.strictObject({
    kind: z.literal('permissions'),
    columns: columnsOf(permissionTarget),
    /** The scope of lines without one. */
    scope: z.enum(['team', 'project']),
    ...common,
  }),
]);
export type ImportMapping = z.output<typeof importMapping>;
export type MappingOf<K extends ImportMapping['kind']> = Extract<ImportMapping, { kind: K }>;
export type UserTarget = z.output<typeof userTarget>;
export type TeamTarget = z.output<typeof teamTarget>;
export type PermissionTarget = z.output<typeof permissionTarget>;
export type ImportTarget = UserTarget | TeamTarget | PermissionTarget;

/**
 * What keeps a mapping from being checked. `taken-twice`: several columns have one target. `within`: a path is within another one's.
 * `no-key`: no column has what is matched by, so `column` is null.
 * `no-name`: new teams need a name. `password-and-hash`: a user has one of the two. `unknown-column`: the file doesn't have it.
 */
export const mappingProblem = z.strictObject({
  reason: z.enum(['taken-twice', 'within', 'no-key', 'no-name', 'password-and-hash', 'unknown-column']),
  columns: z.array(column).readonly(),
});
export type MappingProblem = z.output<typeof mappingProblem>;

/** What the first lines say about one column. */
export const columnNote = z.strictObject({
  column,
  /** Values of the first lines that aren't empty, and those that can't be read as the target requires, with the first of them. */
  values: z.int(),
  unreadable: z.int(),
  firstLine: z.int().nullable(),
  /** Names of teams and permissions that don't exist, and the number of all that are named. Null for other targets. */
  references: z.strictObject({ named: z.int(), missing: z.array(z.string()).readonly() }).nullable(),
});
export type ColumnNote = z.output<typeof columnNote>;

/** A mapping under a name. Columns are known by their names in the file. */
const savedColumn = z.strictObject({ name: z.string().max(1_000), target: z.union([userTarget, teamTarget, permissionTarget]) });
const mappingContent = z.strictObject({
  name: z.string().trim().min(1).max(100),
  kind: importKind,
  columns: z.array(savedColumn).min(1).max(2_000).readonly(),
  match: z.enum(['email', 'id', 'name']),
  existing,
  empty,
});
export const newMapping = mappingContent;
export const savedMapping = mappingContent.extend({ id: z.string().min(1).max(64) });
export type SavedMapping = z.output<typeof savedMapping>;
