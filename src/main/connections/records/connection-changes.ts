/** Pure changes of the connections file. */
import type { MovedConnection } from '../../../contract/bridge/connections';
import type { ConnectionRecord, ConnectionsData } from './connections-file';
import { keyKinds } from './draft';

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
