/** Specs of actions that change a value at a path of the metadata of users or teams. */

import type { JobAction } from '#contract/jobs/job-action.ts';
import { isSameValue } from '#contract/journal/changed-fields.ts';
import { type MetadataField, type MetadataPath, parseMetadataPath, valueAt } from '#contract/query/metadata-path.ts';
import { catalog } from '#contract/service/index.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import { type JobSpec, type SpecRow, writeOf } from './job-spec';
import { nullIfGone } from './row-errors';

type Of<K extends JobAction['kind']> = Extract<JobAction, { kind: K }>;
type Owner = Pick<ServerUser | ServerTeam, MetadataField>;

/** What is at a path: a value, or nothing. */
type Found = { readonly value?: JsonValue };

/** Returns metadata with a value at a path, or without it. What is missing on the way there is created. */
export function withValueAt(metadata: JsonValue, keys: readonly string[], { value }: Found): JsonValue {
  const [key, ...rest] = keys;
  if (key === undefined) return value ?? null;
  if (Array.isArray(metadata) && /^(?:0|[1-9]\d*)$/.test(key) && Number(key) < metadata.length) {
    // An element of a list keeps its place, and one that is removed leaves null.
    const inner = rest.length === 0 ? { value: value ?? null } : value === undefined ? {} : { value };
    return metadata.map((item, at) => (at === Number(key) ? withValueAt(item, rest, inner) : item));
  }
  const fields = new Map(isFields(metadata) ? Object.entries(metadata) : []);
  if (rest.length === 0 && value === undefined) fields.delete(key);
  // Nothing has to be removed where there is nothing.
  else if (value !== undefined || fields.has(key))
    fields.set(key, withValueAt(fields.get(key) ?? null, rest, value === undefined ? {} : { value }));
  return Object.fromEntries(fields);
}

/** Whether something that isn't an object is on the way to a path, and would be lost if it became one. */
export function isInTheWay(owner: Owner, { field, keys }: Pick<MetadataPath, 'field' | 'keys'>): boolean {
  let inner: JsonValue | undefined = owner[field];
  for (const key of keys) {
    if (inner === undefined || inner === null) return false;
    if (typeof inner !== 'object') return true;
    if (Array.isArray(inner) && !Object.hasOwn(inner, key)) return true;
    inner = Object.hasOwn(inner, key) ? (inner as { [key: string]: JsonValue })[key] : undefined;
  }
  return false;
}

const isFields = (value: JsonValue): value is { [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (one: Found, other: Found) => 'value' in one === 'value' in other && isSameValue(one.value, other.value);

const asFound = (value: JsonValue): Found => (isFields(value) ? value : {}) as Found;

type Kind = 'users' | 'teams';

interface Change {
  readonly kind: Kind;
  readonly path: string;
  /** What a row gets. */
  readonly wanted: (row: SpecRow) => Found;
  readonly undo: JobSpec<Owner>['undo'];
}

/** Changes one path: the object is read right before, so that what else is in it stays, and left out if the path changed since the preview. */
function changeAt({ kind, path, wanted, undo }: Change): JobSpec<Owner> {
  const parsed = parseMetadataPath(path);
  if (typeof parsed === 'string') throw new Error('A path of a job is parsed by its schema.');
  const { field, keys } = parsed;
  const at = (owner: Owner): Found => {
    const value = valueAt(owner, parsed);
    return value === undefined ? {} : { value: value as JsonValue };
  };
  const write = (id: string, metadata: JsonValue, before?: unknown) =>
    kind === 'users'
      ? writeOf('users.update', { params: { user_id: id }, body: { [field]: metadata } }, before)
      : writeOf('teams.update', { params: { id }, body: { [field]: metadata } }, before);
  return {
    write: write('', {}),
    target: kind === 'users' ? 'user' : 'team',
    requests: { count: 2, isExact: true },
    readsFirst: true,
    isSafeTwice: true,
    needless: {},
    sparesOwn: false,
    isDoneWhenGone: false,
    userFields: [field],
    survey: async () => ({ stateOf: (_target, known) => known as Owner | undefined }),
    read: (call, { target }) =>
      kind === 'users'
        ? nullIfGone(call(catalog.users.read, 'project', { params: { user_id: target.id } }))
        : nullIfGone(call(catalog.teams.read, 'project', { params: { id: target.id } })),
    judge(row, owner) {
      const found = at(owner);
      if (same(found, wanted(row))) return 'already';
      if (isInTheWay(owner, parsed)) return 'in-the-way';
      return same(found, asFound(row.before)) ? null : 'changed';
    },
    seen: (owner) => at(owner) as JsonValue,
    calls: (row, owner) => (owner === null ? [] : [write(row.target.id, withValueAt(owner[field], keys, wanted(row)), owner)]),
    undo,
  };
}

function set(action: Of<'users.setMetadata' | 'users.unsetMetadata' | 'teams.setMetadata' | 'teams.unsetMetadata'>): JobSpec<Owner> {
  const kind = action.kind.startsWith('users.') ? 'users' : 'teams';
  const wanted: Found = 'value' in action ? { value: action.value } : {};
  return changeAt({
    kind,
    path: action.path,
    wanted: () => wanted,
    undo: {
      action: { kind: `${kind}.restoreMetadata`, path: action.path, ...wanted },
      needsWas: true,
      rowValue: (was) => was ?? {},
      before: wanted as JsonValue,
    },
  });
}

function restore({ kind, path }: Of<'users.restoreMetadata' | 'teams.restoreMetadata'>): JobSpec<Owner> {
  return changeAt({ kind: kind === 'users.restoreMetadata' ? 'users' : 'teams', path, wanted: ({ value }) => asFound(value), undo: null });
}

export const metadataSpecs = {
  'users.setMetadata': set,
  'users.unsetMetadata': set,
  'users.restoreMetadata': restore,
  'teams.setMetadata': set,
  'teams.unsetMetadata': set,
  'teams.restoreMetadata': restore,
};
