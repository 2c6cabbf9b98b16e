/** Pure changes of the connections file. */

import type { ConnectionChange } from '#contract/bridge/connection-draft.ts';
import type { MovedConnection } from '#contract/bridge/connections.ts';
import { fail } from '#contract/errors.ts';
import { keysInHand, type ProjectKeys } from '../remote/project-keys';
import type { Target } from '../remote/send';
import type { ConnectionRecord, ConnectionsData } from './connections-file';
import { destinationOfRecord, hasSecretKey, isServerChecked, requireKeysForNewServer } from './destination';
import { type CheckedFields, type KeyChange, type KeyKind, keyKinds } from './draft';

/** Returns the items of the secret store that contain a connection's keys. */
export function itemsOf(record: ConnectionRecord | undefined): string[] {
  return keyKinds.flatMap((kind) => record?.keys[kind]?.item ?? []);
}

/** Returns the data without the items in `adding` and `leftovers`. */
export function withoutItems(data: ConnectionsData, items: readonly string[]): ConnectionsData {
  const others = (known: readonly string[]) => known.filter((item) => !items.includes(item));
  return { ...data, adding: others(data.adding), leftovers: others(data.leftovers) };
}

/** Returns the data with the items in `leftovers`, to be removed. */
export function withPendingCleanup(data: ConnectionsData, items: readonly string[]): ConnectionsData {
  const rest = withoutItems(data, items);
  return { ...rest, leftovers: [...rest.leftovers, ...items] };
}

/** Returns the data with the record replaced or added; keys that only the old record had are to be removed. */
export function withRecord(data: ConnectionsData, record: ConnectionRecord): ConnectionsData {
  const old = data.connections.find(({ id }) => id === record.id);
  const connections = old ? data.connections.map((known) => (known.id === record.id ? record : known)) : [...data.connections, record];
  const kept = itemsOf(record);
  const next = { ...withoutItems(data, kept), connections, removed: data.removed.filter((id) => id !== record.id) };
  return withPendingCleanup(
    next,
    itemsOf(old).filter((item) => !kept.includes(item)),
  );
}

/** Returns the data without the record; its keys and accounts are to be removed. */
export function withoutRecord(data: ConnectionsData, id: string): ConnectionsData {
  const old = data.connections.find((known) => known.id === id);
  if (old === undefined) return data;
  const connections = data.connections.filter((known) => known.id !== id);
  return withPendingCleanup({ ...data, connections, removed: [...data.removed, id] }, itemsOf(old));
}

/** Returns the records in the order of the IDs, followed by the others in their current order. */
export function inOrder(records: readonly ConnectionRecord[], ids: readonly string[]): ConnectionRecord[] {
  const order = [...new Set(ids)];
  const positions = new Map(order.map((id, position) => [id, position]));
  const positionOf = ({ id }: ConnectionRecord) => positions.get(id) ?? order.length;
  return records.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** Returns the records with what a move changed of one. */
export function withMoved(records: readonly ConnectionRecord[], moved: MovedConnection | undefined): readonly ConnectionRecord[] {
  if (moved === undefined) return records;
  const { pinned, group } = moved;
  const change = { ...(pinned === undefined ? {} : { pinned }), ...(group === undefined ? {} : { group }) };
  return records.map((record) => (record.id === moved.id ? { ...record, ...change } : record));
}

/**
 * Returns the record with a change applied. Another window or process may have changed the record since: data for one server must not be
 * stored for another. `isApproved`: the server may receive the keys of the change.
 */
export function edited(
  now: ConnectionRecord,
  before: ConnectionRecord,
  fields: Partial<CheckedFields>,
  keys: KeyChange,
  isApproved: boolean,
): ConnectionRecord {
  const isAimed = Object.keys(keys).length > 0 || fields.baseUrl !== undefined || fields.projectId !== undefined;
  if (isAimed && (now.baseUrl !== before.baseUrl || now.projectId !== before.projectId)) throw fail('connection-changed');
  // Another window turned the check on after presence was found not to be required.
  if (fields.requirePresence === false && now.requirePresence && !before.requirePresence) throw fail('connection-changed');
  requireKeysForNewServer(now, fields.baseUrl, keys);
  const leadsElsewhere = isOther(fields.projectId, now.projectId) || isOther(fields.baseUrl, now.baseUrl);
  // Some features can be detected only with such a key.
  const knowsMore = keyKinds.some((kind) => typeof keys[kind] === 'string' && now.keys[kind] === undefined);
  const { serverChecked: _known, ...rest } = now;
  const serverChecked = isApproved || (now.serverChecked === true && !isOther(fields.baseUrl, now.baseUrl));
  return {
    ...rest,
    ...fields,
    ...(serverChecked ? { serverChecked } : {}),
    detected: leadsElsewhere || knowsMore ? null : now.detected,
  };
}

/** Whether a change gives secret keys to a server that hasn't been checked for the connection. */
export function needsCheck(record: ConnectionRecord, { baseUrl }: Partial<CheckedFields>, keys: KeyChange): boolean {
  return hasSecretKey(keys) && (isOther(baseUrl, record.baseUrl) || !isServerChecked(record));
}

/** Whether a change replaces a value; an absent one keeps it. */
export function isOther(next: string | undefined, known: string | null): boolean {
  return next !== undefined && next !== known;
}

/** Whether a target was created from a record with the same destination and the same kinds of keys. A sandbox has every kind. */
export function isAsIn(target: Pick<Target, 'destination' | 'keys'>, record: ConnectionRecord): boolean {
  const hasSameKeys = keyKinds.every((kind) => (record.keys[kind] === undefined) === (target.keys[kind] === undefined));
  return target.destination === destinationOfRecord(record) && (record.kind === 'sandbox' || hasSameKeys);
}

/** Throws `bad-input` for a change of the sandbox's base URL, project or keys, which the sandbox itself defines. */
export function assertDisplayOnly({ baseUrl, projectId, keys }: ConnectionChange): void {
  const field = Object.entries({ baseUrl, projectId, keys }).find(([, value]) => value !== undefined)?.[0];
  if (field !== undefined) throw fail('bad-input', { path: field });
}

/** Returns the keys with a change applied: added, replaced or removed. */
export function withChange(known: ProjectKeys, change: KeyChange): ProjectKeys {
  const kept = Object.entries(known).filter(([kind]) => change[kind as KeyKind] === undefined);
  const typed = Object.entries(change).filter((entry): entry is [KeyKind, string] => typeof entry[1] === 'string');
  return { ...Object.fromEntries(kept), ...keysInHand(Object.fromEntries(typed)) };
}

/** Reads every key. Fails with the secret store's codes. */
export async function readAll(keys: ProjectKeys): Promise<KeyChange> {
  const read = await Promise.all(keyKinds.map(async (kind) => [kind, await keys[kind]?.()] as const));
  return Object.fromEntries(read.filter(([, key]) => typeof key === 'string'));
}
