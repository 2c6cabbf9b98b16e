/** The keys of the query cache, the service's data by connection first, so that one connection's data can be dropped as a whole. */

import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Connection } from '#contract/bridge/connections.ts';
import { asAccount, inConnection, readKey } from './service-query';

/** A team that an account is a member of. */
export interface TeamRef {
  readonly connectionId: string;
  readonly accountId: string;
  readonly teamId: string;
}

/** A team of the project, as its admin sees it. */
export interface ProjectTeamRef {
  readonly connectionId: string;
  readonly accountId?: undefined;
  readonly teamId: string;
}

export type AnyTeamRef = TeamRef | ProjectTeamRef;

/** The keys of what is more or less than one read of the service. */
export const queryKeys = {
  connection: inConnection,
  connectionsExport: (connections: readonly Connection[]) => ['connections-export', connections] as const,
  jobRows: (id: string) => ['job-rows', id] as const,
  appInfo: () => ['app-info'] as const,
  licenses: () => ['licenses'] as const,
  /** Outside the connection's data, which is read again when detection ends. */
  detection: (connectionId: string) => ['detection', connectionId] as const,
  /** Outside the connection's data, whose failures it explains. */
  diagnostics: (connectionId: string, part: string) => ['diagnostics', connectionId, part] as const,
  /** Outside the connection's data, whose failures it explains. */
  deletedProject: (connectionId: string, projectId: string) => ['deleted-project', connectionId, projectId] as const,
  account: asAccount,
  project: (connectionId: string) => readKey('projects.current', { connectionId }),
  projectSite: (connectionId: string) => [...inConnection(connectionId), 'project-site'] as const,
  callbackChoices: (connectionId: string) => [...inConnection(connectionId), 'callbacks'] as const,
  callbacks: (connectionId: string, purpose: string) => [...inConnection(connectionId), 'callbacks', purpose] as const,
  /** How the project differs from the file that the connection follows. */
  drift: (connectionId: string, file: string | null) => [...inConnection(connectionId), 'drift', file] as const,
  /** All lists of users: their search, filter and order are further parts. */
  users: (connectionId: string) => readKey('users.list', { connectionId }),
  /** All lists of the project's teams, of one user's as well. */
  teams: (connectionId: string) => readKey('teams.list', { connectionId }),
  /** Who was granted which permissions in a team, and what else its members have. */
  lastAdminTeams: (connectionId: string, userId: string, teamId: string | null) =>
    [...inConnection(connectionId), 'last-admin-teams', userId, teamId] as const,
  /** All permissions of an account, however they are listed. */
  ownPermissions: (connectionId: string, accountId: string) =>
    ['permissions.inTeams', 'permissions.inProject'].map((read) => readKey(read, { connectionId, accountId })),
};

/** The address of a screen that is being opened. */
interface Arrival {
  readonly connectionId: string;
  readonly search: URLSearchParams;
}

/** Sends the request that a screen starts with, before the screen does. The screen uses its result, or waits for it. */
export type Prefetch = (client: QueryClient, arrival: Arrival) => Promise<void>;

/** Milliseconds for which a list is good enough for another look, such as that of the screen it was requested for. */
export const freshMillis = 5000;

/**
 * Sends a query of which nothing is in memory: what is there is shown at once, and read again by the screen if it is too old. The query
 * must stay fresh for a while, or the screen would send it again.
 */
export async function prefetchMissing<T, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, K> & { staleTime: number },
): Promise<void> {
  if (client.getQueryData(query.queryKey) === undefined) await client.prefetchQuery(query);
}
