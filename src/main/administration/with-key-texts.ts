/** References to keys in changes of connections. */
import type { ConnectionChange, ConnectionEdit } from '#contract/bridge/connection-draft.ts';
import { fail } from '#contract/errors.ts';

/** Returns the text of a reference. */
export type ReadSecret = (ref: string) => string;

/**
 * Returns a window's change with the texts of keys in place of references. Throws like `read`, and `keys-needed-again` if the change also has
 * a base URL: a key that the window doesn't know must not reach another server.
 */
export function withKeyTexts({ keys, ...change }: ConnectionEdit, read: ReadSecret): ConnectionChange {
  if (keys === undefined) return change;
  const textOf = (kind: keyof typeof keys) => {
    const key = keys[kind];
    if (typeof key !== 'object' || key === null) return key;
    if (change.baseUrl !== undefined) throw fail('keys-needed-again', { path: `keys.${kind}` });
    return read(key.ref);
  };
  return { ...change, keys: { client: textOf('client'), server: textOf('server'), admin: textOf('admin') } };
}
