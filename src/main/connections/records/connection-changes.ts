/** What a step of changing connections makes of the connections file. */

import type { ConnectionRecord, ConnectionsData } from './connections-file';
import { keyKinds } from './draft';

/** The items of the secret store that hold a connection's keys. */
export function itemsOf(record: ConnectionRecord | undefined): string[] {
  return keyKinds.flatMap((kind) => record?.keys[kind]?.item ?? []);
}

/** Without the items among those being written or removed. */
export function withoutItems(data: ConnectionsData, items: readonly string[]): ConnectionsData {
  const others = (known: readonly string[]) => known.filter((item) => !items.includes(item));
  return { ...data, adding: others(data.adding), leftovers: others(data.leftovers) };
}

/** With the items among those to be removed. */
export function withPendingCleanup(data: ConnectionsData, items: readonly string[]): ConnectionsData {
  const rest = withoutItems(data, items);
  return { ...rest, leftovers: [...rest.leftovers, ...items] };
}

/** With the record in the place of the one of its id, or at the end; keys that only the old one had are left over. */
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

/** Without the record; its keys and its accounts are left over. */
export function withoutRecord(data: ConnectionsData, id: string): ConnectionsData {
  const old = data.connections.find((known) => known.id === id);
  if (old === undefined) return data;
  const connections = data.connections.filter((known) => known.id !== id);
  return withPendingCleanup({ ...data, connections, removed: [...data.removed, id] }, itemsOf(old));
}

/** The records in the order of the ids; those not named keep their order behind. */
export function inOrder(records: readonly ConnectionRecord[], ids: readonly string[]): ConnectionRecord[] {
  const order = [...new Set(ids)];
  const placeOf = new Map(order.map((id, place) => [id, place]));
  const place = ({ id }: ConnectionRecord) => placeOf.get(id) ?? order.length;
  return records.toSorted((one, other) => place(one) - place(other));
}
