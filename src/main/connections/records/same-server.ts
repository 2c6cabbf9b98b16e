/** Ensures that credentials are sent only to the server for which they were entered. */
import { isSameServer } from '../../../contract/base-url';
import { fail } from '../../../contract/errors';
import type { ConnectionRecord } from './connections-file';
import { type KeyChange, keyKinds } from './draft';

type StoredCredentials = Pick<ConnectionRecord, 'baseUrl' | 'keys' | 'owner'>;

/**
 * Returns whether `baseUrl` is a different server. Throws `keys-needed-again` at the first stored key that wasn't entered again, and
 * `bad-input` if the connection uses an owner's session.
 */
export function requireKeysForNewServer(record: StoredCredentials, baseUrl: string | undefined, keys: KeyChange): boolean {
  if (baseUrl === undefined || record.baseUrl === null || isSameServer(baseUrl, record.baseUrl)) return false;
  if (record.owner !== null) throw fail('bad-input', { path: 'baseUrl' });
  const missing = keyKinds.find((kind) => record.keys[kind] !== undefined && keys[kind] === undefined);
  if (missing !== undefined) throw fail('keys-needed-again', { path: `keys.${missing}` });
  return true;
}
