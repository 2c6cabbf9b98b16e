/** Where a connection points, as a string to compare. */

import type { ErrorCode } from '#contract/error-codes.ts';
import { AppError, fail } from '#contract/errors.ts';
import { isSameServer, serverOf } from '#contract/urls.ts';
import type { ConnectionRecord } from './connections-file';
import { type KeyChange, keyKinds } from './draft';

/**
 * Returns a string that identifies the server and project of a record, also across restarts of the sandbox, whose address changes. Data for
 * or from one destination is not sent to another.
 */
export function destinationOfRecord(record: Pick<ConnectionRecord, 'baseUrl' | 'projectId'>): string {
  return `${serverOfRecord(record)} ${record.projectId}`;
}

/** Returns a string that identifies the server of a record. */
export function serverOfRecord({ baseUrl }: Pick<ConnectionRecord, 'baseUrl'>): string {
  return baseUrl === null ? 'sandbox' : serverOf(baseUrl);
}

/** Ensures that credentials are sent only to the server for which they were entered. */
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

/** Checks without a credential whether the server at a base URL is the service. Throws the codes of `checkService`. */
export type CheckServer = (baseUrl: string) => Promise<void>;

/** Results of a check that show that another program responds. Any other failure shows nothing, and a later check may succeed. */
const foreignServerCodes: ReadonlySet<ErrorCode> = new Set([
  'not-a-service',
  'web-page-answers',
  'address-not-found',
  'service-moved',
  'redirect-refused',
]);

/** Returns `server-unconfirmed` for a server that doesn't respond as the service does, and every other error as it is. */
function withHost(thrown: unknown, baseUrl: string): unknown {
  if (!(thrown instanceof AppError) || !foreignServerCodes.has(thrown.code)) return thrown;
  return fail('server-unconfirmed', { details: { host: hostOfServer(baseUrl), reason: thrown.code } }, thrown);
}

/** Throws `server-unconfirmed` or the check's error unless the server responds as the service does. */
export async function assertServer(check: CheckServer, baseUrl: string): Promise<void> {
  await check(baseUrl).catch((thrown) => Promise.reject(withHost(thrown, baseUrl)));
}

/**
 * Returns whether secret keys may be sent to a server at once: after a successful check, or if the user confirmed its host. False if the
 * server could not be checked: then each first request checks it. Throws `server-unconfirmed`, with the host, if another program responds.
 */
export async function approveServer(check: CheckServer, baseUrl: string, confirmedHost: string | undefined): Promise<boolean> {
  if (confirmedHost === hostOfServer(baseUrl)) return true;
  try {
    await assertServer(check, baseUrl);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code === 'server-unconfirmed') throw thrown;
    return false;
  }
}

/** Returns the host that the user confirms: with its port. */
export function hostOfServer(baseUrl: string): string {
  return new URL(baseUrl).host;
}

/** Whether a change contains a key that must not reach another server. The publishable key isn't secret. */
export function hasSecretKey({ server, admin }: KeyChange): boolean {
  return typeof server === 'string' || typeof admin === 'string';
}

/** Returns the records with the server of `baseUrl` marked as checked. They are detected again, now with their keys. */
export function withCheckedServer(records: readonly ConnectionRecord[], baseUrl: string): ConnectionRecord[] {
  const server = serverOfRecord({ baseUrl });
  return records.map((record) =>
    isServerChecked(record) || serverOfRecord(record) !== server ? record : { ...record, serverChecked: true, detected: null },
  );
}

/** Whether the keys of a record may be sent to its server without another check. The sandbox belongs to Latchkey. */
export function isServerChecked({ baseUrl, serverChecked }: Pick<ConnectionRecord, 'baseUrl' | 'serverChecked'>): boolean {
  return baseUrl === null || serverChecked === true;
}
