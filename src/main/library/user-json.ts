/**
 * The JSON of users as the index stores it: metadata apart from the rest, a column for each kind, so that a look for a value in it reads and parses
 * little else.
 */
import type { MetadataField } from '#contract/query/metadata-path.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { foldSearch } from '#contract/text/fold-search.ts';
import type { UserField } from '#contract/workers/library.ts';

const fields: readonly MetadataField[] = ['client_metadata', 'client_read_only_metadata', 'server_metadata'];

/** Name of the column with the metadata whose texts are folded; null where that only differs in the case of ASCII. */
export const foldedColumn = (field: MetadataField) => `folded_${field}` as const;

/** The columns of the table `metadata` beside `rid`. `deep` has all metadata as members of an object if a part is too deep for SQLite: the others then end sooner. */
export const metadataColumns: readonly string[] = [...fields, ...fields.map(foldedColumn), 'deep'];

/** Levels that SQLite parses, with some to spare. */
const maxLevels = 900;
/** Levels of what is deeper, in which a path finds its value. */
const keptLevels = 30;

/** Returns the JSON of a user without metadata, which has a further member at least. */
export function bodyOf(user: ServerUser): string {
  return JSON.stringify({ ...user, client_metadata: undefined, client_read_only_metadata: undefined, server_metadata: undefined });
}

/** Returns the values of {@link metadataColumns}. */
export function metadataOf(user: ServerUser): (string | null)[] {
  const whole = fields.map((field) => JSON.stringify(user[field] ?? null));
  const isDeep = whole.some((json, at) => json.length > maxLevels && isDeeper(user[fields[at] ?? 'server_metadata']));
  const values = fields.map((field) => (isDeep ? cut(user[field], keptLevels) : user[field]));
  const texts = isDeep ? values.map((value) => JSON.stringify(value)) : whole;
  const folded = texts.map((json, at) => (isPlain(json) ? null : JSON.stringify(folding(values[at]))));
  return [...texts, ...folded, isDeep ? fields.map((field, at) => `"${field}":${whole[at]}`).join(',') : null];
}

/** Whether texts in this JSON are folded by the case of ASCII alone: no space is doubled, or at an end. */
function isPlain(json: string): boolean {
  return /^[\x20-\x7e]*$/.test(json) && !/ {2}|" | "|\\/.test(json);
}

function folding(value: unknown): unknown {
  if (typeof value === 'string') return foldSearch(value);
  return within(value, folding);
}

function cut(value: unknown, levels: number): unknown {
  if (levels === 0 && typeof value === 'object' && value !== null) return Array.isArray(value) ? [] : {};
  return within(value, (inner) => cut(inner, levels - 1));
}

function within(value: unknown, change: (inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => change(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]));
}

function isDeeper(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < maxLevels && level.length > 0; depth += 1)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  return level.length > 0;
}

/** Where the JSON of users is, as `b` and `m`. */
export const storedUsers = 'bodies b CROSS JOIN metadata m ON m.rid = b.rid';

const members = fields.map((field) => `'"${field}":' || m.${field}`).join(" || ',' || ");

/** The SQL expression for the whole JSON of a user in {@link storedUsers}. */
export const wholeJson = `substr(b.json, 1, length(b.json) - 1) || ',' || coalesce(m.deep, ${members}) || '}'`;

/** The same where only `b` is there. */
const wholeJsonOfBody = `(SELECT ${wholeJson} FROM metadata m WHERE m.rid = b.rid)`;

/** Who a user is, which each reader needs. */
const identity: readonly UserField[] = ['id', 'primary_email', 'display_name'];

/** What is read of users. */
export interface ReadJson {
  /** The SQL expression for their JSON. */
  readonly text: string;
  /** Where it is read from, with the bodies as `b`. */
  readonly from: string;
  /** Whether the users may be large. */
  readonly isLarge: boolean;
}

/**
 * Returns how users are read: whole, or only with some fields and who they are. A field that the user doesn't have stays missing. What SQLite can't
 * parse, such as metadata that is nested too deeply for it, is returned whole.
 */
export function readJson(wanted: readonly UserField[] | undefined): ReadJson {
  if (wanted === undefined) return { text: wholeJson, from: storedUsers, isLarge: true };
  const isMetadata = (field: string) => (fields as readonly string[]).includes(field);
  const parts = [...new Set([...identity, ...wanted])].map((field) => {
    const value = isMetadata(field) ? `m.${field}` : `(b.json -> '$.${field}')`;
    return `coalesce(',"${field}":' || ${value}, '')`;
  });
  const part = `'{' || substr(${parts.join(' || ')}, 2) || '}'`;
  // Metadata is only looked at where it is wanted: for many users, this takes longer than the rest.
  return wanted.some(isMetadata)
    ? { text: `CASE WHEN m.deep IS NULL AND json_valid(b.json) THEN ${part} ELSE ${wholeJson} END`, from: storedUsers, isLarge: true }
    : { text: `CASE WHEN json_valid(b.json) THEN ${part} ELSE ${wholeJsonOfBody} END`, from: 'bodies b', isLarge: false };
}
