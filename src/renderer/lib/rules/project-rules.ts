import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection, KnownFeatures } from '#contract/bridge/connections.ts';
import type { ErrorReport } from '#contract/errors.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { visibleText } from '#contract/text/visible-text.ts';
import { isSameServer } from '#contract/urls.ts';

/** Maximum length of a connection’s name. */
const maxLength = 100;

/** Returns what a project is called: its ID if its name is blank, which the service allows. */
export function projectName({ id, display_name: name }: { readonly id: string; readonly display_name: string }): string {
  return visibleText(name) === '' ? id : name;
}

/** Returns the name of a connection to a project. */
export function connectionName(project: { readonly id: string; readonly display_name: string }): string {
  return projectName(project).trim().slice(0, maxLength);
}

/** Switches of a project that decide what its users may do. */
export const settingSwitches = [
  'create_team_on_sign_up',
  'client_team_creation_enabled',
  'client_user_deletion_enabled',
  'allow_user_api_keys',
  'allow_team_api_keys',
] as const;
export type SettingSwitch = (typeof settingSwitches)[number];

/** What keeps a project of an owner from being deleted. */
type Known = Pick<Connection, 'id' | 'kind' | 'baseUrl' | 'projectId' | 'safety'>;

/**
 * Returns why a project that is listed through a connection to project `internal` can't be deleted: the sandbox requires its demo project,
 * or a connection to the list or to the project is read-only. Null if it can.
 */
export function deletionBarrier(projectId: string, internal: Known, connections: readonly Known[]): 'sandbox' | 'read-only' | null {
  const own = connections.filter((known) => known.projectId === projectId && isSameServer(known.baseUrl, internal.baseUrl));
  if (own.some(({ kind }) => kind === 'sandbox')) return 'sandbox';
  return [internal, ...own].some(({ safety }) => safety === 'read-only') ? 'read-only' : null;
}

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

/**
 * Returns whether a new project must name the team that owns it (2.8.31). Null while that is unknown: features that aren’t detected
 * yet may decide it, and without a release number and a project only the service’s response does ({@link isOwnerTeamMissing}).
 *
 * A list of projects shows it to every owner, while detection sees it with an admin key only (wire/corrections 2.8.86).
 */
export function needsOwnerTeam(features: KnownFeatures | null, projects: readonly Pick<AdminProject, 'owner_team_id'>[]): boolean | null {
  if (projects.some(({ owner_team_id: team }) => team !== undefined)) return true;
  return features?.['owner-team'] ?? (projects.length > 0 ? false : null);
}

/** Whether the service refused a new project because it names no owner team. */
export function isOwnerTeamMissing({ known, text }: ErrorReport): boolean {
  return known === 'SCHEMA_ERROR' && text !== undefined && text.includes('owner_team_id must be defined');
}
