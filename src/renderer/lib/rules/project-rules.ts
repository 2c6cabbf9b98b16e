import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { isSameServer } from '#contract/urls.ts';

/** With these, the service refuses the keys and the owners of a project that doesn’t exist (wire/newer 2.1). */
const refusals: ReadonlySet<string> = new Set([
  'INVALID_PUBLISHABLE_CLIENT_KEY',
  'INVALID_SECRET_SERVER_KEY',
  'INVALID_SUPER_SECRET_ADMIN_KEY',
  'INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN',
  'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
  'CURRENT_PROJECT_NOT_FOUND',
  'PROJECT_NOT_FOUND',
]);

/** Whether a failure may mean that the connection’s project was deleted. Some releases respond with 500 (wire/corrections 2.8.26). */
export function mayMeanDeleted({ known, code, status }: Pick<ErrorReport, 'known' | 'code' | 'status'>): boolean {
  return known === undefined ? code === 'service-error' && status === 500 : refusals.has(known);
}

/** Whether the connection is to the project whose accounts own projects. */
export function ownsProjects({ projectId }: Pick<Connection, 'projectId'>): boolean {
  return projectId === 'internal';
}

/** Whether the connection has a key, or an owner's session, that can read and change the project's users. */
export function hasProjectAccess({ credentials }: Connection): boolean {
  return Boolean(credentials.server || credentials.admin || credentials.owner);
}

/** Whether the connection has the admin key, or an owner's session, which metrics and settings of the project require. */
export function hasAdminAccess({ credentials }: Connection): boolean {
  return Boolean(credentials.admin || credentials.owner);
}

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
export function needsOwner({ credentials: { client, server, admin } }: Connection, section: 'account' | 'admin' | 'tools' | null): boolean {
  if (section === 'account') return client === false;
  return section === 'admin' && server === false && admin === false;
}
