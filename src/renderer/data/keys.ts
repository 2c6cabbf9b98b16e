/** The keys of the query cache, the service's data by connection first, so that one connection's data can be dropped as a whole. */

import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Connection } from '#contract/bridge/connections.ts';

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

/** A template's source, with a theme's ID, or false for none; the project's theme if undefined. */
export interface RenderedSource {
  readonly source: string;
  readonly theme?: string | false | undefined;
}

const inConnection = (connectionId: string) => ['connection', connectionId] as const;
const asAccount = (connectionId: string, accountId: string) => [...inConnection(connectionId), 'account', accountId] as const;

const grantReads = { team: 'permissions.inTeams', project: 'permissions.inProject' } as const;
const definitionReads = { team: 'permissions.teamDefinitions', project: 'permissions.projectDefinitions' } as const;
const keyReads = { user: 'apiKeys.listUserKeys', team: 'apiKeys.listTeamKeys' } as const;

/** One key per area. Lists take their search, filter and order as further parts behind theirs. */
export const queryKeys = {
  connection: inConnection,
  connectionsExport: (connections: readonly Connection[]) => ['connections-export', connections] as const,
  appInfo: () => ['app-info'] as const,
  licenses: () => ['licenses'] as const,
  /** Outside the connection's data, which is read again when detection ends. */
  detection: (connectionId: string) => ['detection', connectionId] as const,
  /** Outside the connection's data, whose failures it explains. */
  deletedProject: (connectionId: string, projectId: string) => ['deleted-project', connectionId, projectId] as const,
  account: asAccount,
  project: (connectionId: string) => [...inConnection(connectionId), 'projects.current'] as const,
  projectSite: (connectionId: string) => [...inConnection(connectionId), 'project-site'] as const,
  callbackChoices: (connectionId: string) => [...inConnection(connectionId), 'callbacks'] as const,
  callbacks: (connectionId: string, purpose: string) => [...inConnection(connectionId), 'callbacks', purpose] as const,
  users: (connectionId: string) => [...inConnection(connectionId), 'users.list'] as const,
  user: (connectionId: string, userId: string) => [...inConnection(connectionId), 'users.read', userId] as const,
  userSessions: (connectionId: string, userId: string) => [...inConnection(connectionId), 'auth.sessions', userId] as const,
  userEmails: (connectionId: string, userId: string) => [...inConnection(connectionId), 'contactChannels.list', userId] as const,
  userTeams: (connectionId: string, userId: string) => [...inConnection(connectionId), 'teams.list', 'memberships', userId] as const,
  /** What a user was granted, and what the user has in all. */
  userGrants: (connectionId: string, userId: string, kind: 'team' | 'project', scope: 'direct' | 'all') =>
    [...inConnection(connectionId), grantReads[kind], 'of', userId, scope] as const,
  allUserGrants: (connectionId: string, userId: string, kind: 'team' | 'project') =>
    [...inConnection(connectionId), grantReads[kind], 'of', userId] as const,
  userProviders: (connectionId: string, userId: string) => [...inConnection(connectionId), 'oauth.providers', userId] as const,
  teams: (connectionId: string) => [...inConnection(connectionId), 'teams.list'] as const,
  team: (connectionId: string, teamId: string) => [...inConnection(connectionId), 'teams.read', teamId] as const,
  /** The teams of a user, below the project's. */
  teamsOf: (connectionId: string, userId: string) => [...inConnection(connectionId), 'teams.list', 'of', userId] as const,
  /** Who was granted which permissions in a team, and what else its members have. */
  lastAdminTeams: (connectionId: string, userId: string, teamId: string | null) =>
    [...inConnection(connectionId), 'last-admin-teams', userId, teamId] as const,
  teamGrants: (connectionId: string, teamId: string, scope: 'direct' | 'all') =>
    [...inConnection(connectionId), 'permissions.inTeams', 'in', teamId, scope] as const,
  apiKeys: (connectionId: string, kind: 'user' | 'team', ownerId: string) =>
    [...inConnection(connectionId), keyReads[kind], ownerId] as const,
  permissionDefinitions: (connectionId: string, kind: 'team' | 'project') =>
    [...inConnection(connectionId), definitionReads[kind]] as const,
  /** What only admin access shows: metrics, the whole configuration, key sets, and the log of emails. */
  metrics: (connectionId: string) => [...inConnection(connectionId), 'metrics.read'] as const,
  adminProject: (connectionId: string) => [...inConnection(connectionId), 'projects.read'] as const,
  keySets: (connectionId: string) => [...inConnection(connectionId), 'apiKeys.listKeySets'] as const,
  sentEmails: (connectionId: string) => [...inConnection(connectionId), 'emails.sent'] as const,
  /** The templates of a project, by type or by ID: a release has one kind. */
  templates: (connectionId: string) => [...inConnection(connectionId), 'emails.templates'] as const,
  /** What the service makes of a source that isn't saved. */
  renderedTemplate: (connectionId: string, template: RenderedSource) => [...inConnection(connectionId), 'emails.render', template] as const,
  templatesById: (connectionId: string) => [...inConnection(connectionId), 'emails.templatesById'] as const,
  /** Who was granted a permission, and who else has it. */
  permissionHolders: (connectionId: string, kind: 'team' | 'project', permissionId: string, scope: 'direct' | 'all') =>
    [...inConnection(connectionId), grantReads[kind], 'holders', permissionId, scope] as const,
  ownUser: (connectionId: string, accountId: string) => [...asAccount(connectionId, accountId), 'users.me'] as const,
  ownEmails: (connectionId: string, accountId: string) => [...asAccount(connectionId, accountId), 'contactChannels.list'] as const,
  ownProviders: (connectionId: string, accountId: string) => [...asAccount(connectionId, accountId), 'oauth.providers'] as const,
  ownProjects: (connectionId: string, accountId: string) => [...asAccount(connectionId, accountId), 'projects.list'] as const,
  ownTeams: (connectionId: string, accountId: string) => [...asAccount(connectionId, accountId), 'teams.list'] as const,
  ownSessions: (connectionId: string, accountId: string) => [...asAccount(connectionId, accountId), 'auth.sessions'] as const,
  ownApiKeys: (connectionId: string, accountId: string, kind: 'user' | 'team', ownerId: string) =>
    [...asAccount(connectionId, accountId), keyReads[kind], ownerId] as const,
  ownTeamPermissions: (connectionId: string, accountId: string, scope: 'direct' | 'all') =>
    [...asAccount(connectionId, accountId), 'permissions.inTeams', scope] as const,
  ownProjectPermissions: (connectionId: string, accountId: string, scope: 'direct' | 'all') =>
    [...asAccount(connectionId, accountId), 'permissions.inProject', scope] as const,
  /** All permissions of an account, however they are listed. */
  ownPermissions: (connectionId: string, accountId: string) =>
    Object.values(grantReads).map((read) => [...asAccount(connectionId, accountId), read] as const),
  ownInvitations: (connectionId: string, accountId: string) => [...asAccount(connectionId, accountId), 'teams.invitationsForMe'] as const,
  notifications: (connectionId: string, accountId: string) =>
    [...asAccount(connectionId, accountId), 'emails.notificationPreferences'] as const,
  /** What an account may do in a team, who is in it, the account’s own profile there, and pending invitations. */
  teamPermissions: ({ connectionId, accountId, teamId }: TeamRef) =>
    [...asAccount(connectionId, accountId), 'permissions.inTeams', 'in', teamId] as const,
  teamMembers: ({ connectionId, accountId, teamId }: TeamRef) => [...asAccount(connectionId, accountId), 'teams.profiles', teamId] as const,
  teamProfile: ({ connectionId, accountId, teamId }: TeamRef) => [...asAccount(connectionId, accountId), 'teams.profile', teamId] as const,
  teamInvitations: ({ connectionId, accountId, teamId }: AnyTeamRef) =>
    [...(accountId === undefined ? inConnection(connectionId) : asAccount(connectionId, accountId)), 'teams.invitations', teamId] as const,
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
