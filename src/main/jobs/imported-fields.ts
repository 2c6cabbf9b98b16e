/** What the line of a file makes of the fields of a user or a team, and what of it is to be done. */
import { fieldsOf, isSameValue } from '#contract/journal/changed-fields.ts';
import { type MetadataField, parseMetadataPath, valueAt } from '#contract/query/metadata-path.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { isInTheWay, withValueAt } from './metadata-specs';

/** A value at a metadata path; without one, it is removed. */
export interface ImportedPath {
  readonly path: string;
  readonly value?: JsonValue;
}

export interface ImportedFields {
  /** By the names that the service has for them. */
  readonly fields: Readonly<Record<string, JsonValue>>;
  readonly paths: readonly ImportedPath[];
}

/** One difference; `before` is absent where there is nothing, `after` where nothing is left. */
export interface FieldChange {
  readonly field: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

const metadataFields: readonly MetadataField[] = ['client_metadata', 'client_read_only_metadata', 'server_metadata'];

/** An object of the service, or what a new one has: nothing. */
type Owner = Readonly<Record<string, unknown>>;

function parsedPath(path: string) {
  const parsed = parseMetadataPath(path);
  if (typeof parsed === 'string') throw new Error('A path of an import is parsed by its schema.');
  return parsed;
}

const asOwner = (owner: Owner) => owner as Readonly<Record<MetadataField, JsonValue>>;
const found = (value: unknown) => (value === undefined ? {} : { value: value as JsonValue });
const isSame = (one: ImportedPath | { value?: JsonValue }, other: { value?: JsonValue }) =>
  'value' in one === 'value' in other && isSameValue(one.value, other.value);

/** Returns the differences between an object and what a line makes of it. */
export function fieldChanges(owner: Owner, { fields, paths }: ImportedFields): readonly FieldChange[] {
  const ofFields = Object.entries(fields).flatMap(([field, after]): FieldChange[] => {
    const before = owner[field] as JsonValue | undefined;
    if (isSameValue(before ?? null, after)) return [];
    return [{ field, ...(before === undefined || before === null ? {} : { before }), ...(after === null ? {} : { after }) }];
  });
  const ofPaths = paths.flatMap((wanted): FieldChange[] => {
    const now = found(valueAt(asOwner(owner), parsedPath(wanted.path)));
    if (isSame(wanted, now)) return [];
    return [
      {
        field: wanted.path,
        ...('value' in now ? { before: now.value } : {}),
        ...(wanted.value === undefined ? {} : { after: wanted.value }),
      },
    ];
  });
  return [...ofFields, ...ofPaths];
}

/** Returns the first path on whose way something other than an object is; null for none. */
export function blockedPath(owner: Owner, { paths }: ImportedFields): string | null {
  return paths.find(({ path }) => isInTheWay(asOwner(owner), parsedPath(path)))?.path ?? null;
}

/** Returns the body of a write: the fields that differ, and metadata with its new values. What else is in the metadata stays. */
export function changingBody(owner: Owner, wanted: ImportedFields): Readonly<Record<string, JsonValue>> {
  const changes = new Set(fieldChanges(owner, wanted).map(({ field }) => field));
  const fields = Object.fromEntries(Object.entries(wanted.fields).filter(([field]) => changes.has(field)));
  const metadata = metadataFields.flatMap((field) => {
    const own = wanted.paths.filter(({ path }) => changes.has(path) && parsedPath(path).field === field);
    if (own.length === 0) return [];
    const start = (wanted.fields[field] ?? owner[field] ?? null) as JsonValue;
    return [[field, own.reduce((value, one) => withValueAt(value, parsedPath(one.path).keys, found(one.value)), start)] as const];
  });
  return { ...fields, ...Object.fromEntries(metadata) };
}

/** Returns the same with paths as parts of all metadata of their kind, where that is given: it replaces what is there, and what is at the paths too. */
export function withPathsInside({ fields, paths }: ImportedFields): ImportedFields {
  const whole = { ...fields };
  const others = paths.filter((one) => {
    const { field, keys } = parsedPath(one.path);
    const given = whole[field];
    if (given === undefined || isInTheWay(asOwner({ [field]: given }), { field, keys })) return true;
    whole[field] = withValueAt(given, keys, found(one.value));
    return false;
  });
  return { fields: whole, paths: others };
}

/** Returns what a preview freezes of an object: the values that the line would change. */
export function frozenFields(owner: Owner, wanted: ImportedFields): ImportedFields {
  return {
    fields: Object.fromEntries(Object.keys(wanted.fields).map((field) => [field, (owner[field] ?? null) as JsonValue])),
    paths: wanted.paths.map(({ path }) => ({ path, ...found(valueAt(asOwner(owner), parsedPath(path))) })),
  };
}

/** Whether each value is still what it was, or already what it should become. */
export function isAsFrozen(owner: Owner, before: JsonValue, wanted: ImportedFields): boolean {
  const frozen = importedFields(before);
  const isField = (field: string) =>
    isSameValue(owner[field] ?? null, frozen.fields[field] ?? null) || isSameValue(owner[field] ?? null, wanted.fields[field]);
  const isPath = (path: ImportedPath) => {
    const now = found(valueAt(asOwner(owner), parsedPath(path.path)));
    return isSame(path, now) || isSame(frozen.paths.find((one) => one.path === path.path) ?? {}, now);
  };
  return Object.keys(wanted.fields).every(isField) && wanted.paths.every(isPath);
}

/** Returns the fields of a stored row. */
export function importedFields(value: JsonValue): ImportedFields {
  const { fields, paths } = fieldsOf(value);
  return { fields: fieldsOf(fields) as ImportedFields['fields'], paths: Array.isArray(paths) ? (paths as ImportedPath[]) : [] };
}
