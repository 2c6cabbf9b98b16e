/** What undoing does with values: what the write changed and is unchanged since gets its old value, the rest stays. */
import { changedFields, type Fields, fieldOf, isSameValue, itemsOf } from './changed-fields';
import type { NoUndoReason } from './journal-rule';

/** One value of a plan. Absent values are undefined. */
export interface UndoRow {
  /** Names of the field and what is in it, such as `['server_metadata', 'plan']`. */
  readonly path: readonly string[];
  readonly was: unknown;
  readonly isNow: unknown;
  readonly willBe: unknown;
  /** `removed` is what the write added; `kept` was changed since, or has no undo. */
  readonly effect: 'restored' | 'removed' | 'kept';
  /** Why a value is kept. */
  readonly reason?: KeptReason;
}

export type KeptReason = NoUndoReason | 'changed-since' | 'secret' | 'project-only' | 'unsupported';

interface Three {
  /** Before the write. */
  readonly was: unknown;
  /** What the write made of it. */
  readonly set: unknown;
  readonly isNow: unknown;
}

export interface UndoneValue {
  readonly rows: readonly UndoRow[];
  /** The value to send. */
  readonly value: unknown;
}

type Compare = (one: unknown, other: unknown) => boolean;

/** Plans a value as a whole. Without rows, there is nothing to do. */
export function undoValue(path: readonly string[], { was, set, isNow }: Three, isSame: Compare = isSameValue): UndoneValue {
  if (isSame(set, was) || isSame(isNow, was)) return { rows: [], value: isNow };
  if (hasSecret(was, path)) return { rows: [{ path, was, isNow, willBe: isNow, effect: 'kept', reason: 'secret' }], value: isNow };
  if (!isSame(set, isNow)) return { rows: [{ path, was, isNow, willBe: isNow, effect: 'kept', reason: 'changed-since' }], value: isNow };
  return { rows: [{ path, was, isNow, willBe: was, effect: was === undefined ? 'removed' : 'restored' }], value: was };
}

/** Fields whose secrets are asked for again. */
const asked = /^(oauth_providers|email_config|auth\.oauth\.providers(\.[^.]+)?|emails\.server)$/;

/** Stars of comments in a source are none. */
const hidden = /(?<![*/])\*{3}(?![*/])/;

/** Whether a value was stored without its secrets, so that it mustn't be written. */
export function hasSecret(value: unknown, path: readonly string[] = []): boolean {
  return value !== undefined && !path.some((name) => asked.test(name)) && hidden.test(JSON.stringify(value));
}

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Metadata that were never set are null. */
const isRecordOrNull = (value: unknown) => value === null || isRecord(value);

/** Plans each top-level key of a JSON object; another value as a whole. Keys that the write didn't change stay as they are. */
function undoKeys(path: readonly string[], three: Three): UndoneValue {
  const { was, set, isNow } = three;
  if (![was, set, isNow].every(isRecordOrNull)) return undoValue(path, three);
  const [old, made, current] = [was ?? {}, set ?? {}, isNow ?? {}] as [Fields, Fields, Fields];
  const values = new Map(Object.entries(current));
  const rows = [...new Set([...Object.keys(old), ...Object.keys(made)])].flatMap((key) => {
    const undone = undoValue([...path, key], { was: fieldOf(old, key), set: fieldOf(made, key), isNow: fieldOf(current, key) });
    if (undone.value === undefined) values.delete(key);
    else values.set(key, undone.value);
    return undone.rows;
  });
  return { rows, value: was === null && values.size === 0 ? null : Object.fromEntries(values) };
}

/** Whether an item has the values of another one, which may have fewer fields, as in updates. */
export const hasValues: Compare = (one, other) => {
  if (!isRecord(one) || !isRecord(other)) return isSameValue(one, other);
  const [fewer, more] = Object.keys(one).length <= Object.keys(other).length ? [one, other] : [other, one];
  return Object.keys(changedFields(fewer, more)).length === 0;
};

/** Plans each item of a list that updates replace as a whole. Items are distinguished by a field, or are texts themselves. */
function undoItems(path: readonly string[], { was, set, isNow }: Three, id: string | null): UndoneValue {
  const byId = (list: unknown): Map<string, unknown> =>
    new Map(
      id === null
        ? (Array.isArray(list) ? list : []).map((text) => [String(text), text])
        : itemsOf(list).map((item) => [String(item[id]), item]),
    );
  const [old, made, values] = [byId(was), byId(set), byId(isNow)];
  const rows = [...new Set([...old.keys(), ...made.keys()])].flatMap((key) => {
    const undone = undoValue([...path, key], { was: old.get(key), set: made.get(key), isNow: values.get(key) }, hasValues);
    if (undone.value === undefined) values.delete(key);
    else values.set(key, undone.value);
    return undone.rows;
  });
  return { rows, value: [...values.values()] };
}

/** How the values of fields are planned that aren't planned as a whole: by key, or by the field of their items. */
const shapes: Readonly<Record<string, 'keys' | { readonly items: string | null }>> = {
  client_metadata: 'keys',
  client_read_only_metadata: 'keys',
  server_metadata: 'keys',
  contained_permission_ids: { items: null },
  domains: { items: 'domain' },
  oauth_providers: { items: 'id' },
  team_creator_default_permissions: { items: 'id' },
  team_member_default_permissions: { items: 'id' },
  user_default_permissions: { items: 'id' },
};

export interface UndoneFields {
  readonly rows: readonly UndoRow[];
  /** The fields to send, with whole values. */
  readonly values: Fields;
}

/**
 * Plans the fields of an update. `made` has what the write made of them, which may differ from what it sent: the service stores images as URLs
 * and emails in lower case. Fields of `except` are kept for a reason.
 */
export function undoFields(
  update: Fields,
  { was, made, isNow }: { readonly was: Fields; readonly made: Fields; readonly isNow: Fields },
  except: Readonly<Record<string, KeptReason>> = {},
  path: readonly string[] = [],
): UndoneFields {
  const rows: UndoRow[] = [];
  const values: [string, unknown][] = [];
  for (const [name, sent] of Object.entries(update)) {
    if (sent === undefined) continue;
    const [old, current] = [fieldOf(was, name), fieldOf(isNow, name)];
    const reason = fieldOf(except, name);
    if (reason !== undefined) {
      rows.push({ path: [...path, name], was: old, isNow: current, willBe: current, effect: 'kept', reason });
      continue;
    }
    const three = { was: old, set: Object.hasOwn(made, name) ? made[name] : sent, isNow: current };
    const shape = fieldOf(shapes, name);
    const full = [...path, name];
    const undone =
      shape === undefined ? undoValue(full, three) : shape === 'keys' ? undoKeys(full, three) : undoItems(full, three, shape.items);
    rows.push(...undone.rows);
    if (undone.rows.some(({ effect }) => effect !== 'kept')) values.push([name, undone.value]);
  }
  return { rows, values: Object.fromEntries(values) };
}
