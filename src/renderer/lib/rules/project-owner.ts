/** The owner with whose session a connection opens its project, and whether that session is needed. */

import { isSameServer } from '../../../contract/base-url';
import type { Account } from '../../../contract/bridge/accounts';
import type { Connection } from '../../../contract/bridge/connections';

/** The owner with whose session a connection opens its project. */
export interface ProjectOwner {
  /** Null where it is not known who that is. */
  readonly name: string | null;
  readonly isSignedIn: boolean;
  /** The connection on which the owner signs in; undefined when it was removed, or points to another server by now. */
  readonly internal: Connection | undefined;
}

/** Finds the owner among the accounts, which are null until they were read: then nothing is missing yet. */
export function projectOwner(
  { baseUrl, credentials: { owner } }: Connection,
  connections: readonly Connection[],
  accounts: readonly Account[] | null,
): ProjectOwner | null {
  if (owner === null) return null;
  const internal = connections.find((known) => known.id === owner.internalConnectionId && isSameServer(known.baseUrl, baseUrl));
  const account = accounts?.find(({ connectionId, userId }) => connectionId === owner.internalConnectionId && userId === owner.userId);
  const hasSession = accounts === null || (account !== undefined && account.state !== 'invalid');
  return {
    name: account?.displayName || account?.primaryEmail || owner.name,
    isSignedIn: internal !== undefined && hasSession,
    internal,
  };
}

/** Whether a screen's calls need the owner's session because the connection has no key for them. */
export function needsOwner({ credentials: { client, server, admin } }: Connection, section: 'account' | 'admin' | null): boolean {
  if (section === 'account') return client === false;
  return section === 'admin' && server === false && admin === false;
}
