/** Credentials go to the server they were given for, and to no other. */
import { fail } from '../../../contract/errors';
import type { ConnectionRecord } from './connections-file';
import { type KeyChange, keyKinds } from './draft';

type Held = Pick<ConnectionRecord, 'baseUrl' | 'keys' | 'owner'>;

/**
 * Whether an address leads to another server than the connection's. If so, its keys have to be given again: fails with
 * `keys-needed-again` at the first that is not, and with `bad-input` where an owner's session is what the connection has.
 */
export function requireKeysForNewServer(held: Held, baseUrl: string | undefined, given: KeyChange): boolean {
  if (baseUrl === undefined || held.baseUrl === null || new URL(baseUrl).origin === new URL(held.baseUrl).origin) return false;
  if (held.owner !== null) throw fail('bad-input', { path: 'baseUrl' });
  const missing = keyKinds.find((kind) => held.keys[kind] !== undefined && given[kind] === undefined);
  if (missing !== undefined) throw fail('keys-needed-again', { path: `keys.${missing}` });
  return true;
}
