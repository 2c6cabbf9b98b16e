/** References to keys in changes of connections. */
import type { ConnectionChange, ConnectionEdit } from '../../contract/bridge/connection-draft';

/** Returns the text of a window's reference. */
export type ReadSecret = (ref: string, windowId: string) => string;

/** Returns a window's change with the texts of keys in place of references. Throws like `read`. */
export function withKeyTexts({ keys, ...change }: ConnectionEdit, windowId: string, read: ReadSecret): ConnectionChange {
  if (keys === undefined) return change;
  const textOf = (key: NonNullable<ConnectionEdit['keys']>['client']) =>
    typeof key === 'object' && key !== null ? read(key.ref, windowId) : key;
  return { ...change, keys: { client: textOf(keys.client), server: textOf(keys.server), admin: textOf(keys.admin) } };
}
