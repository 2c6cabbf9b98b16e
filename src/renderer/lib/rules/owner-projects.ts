/** What listed projects of an owner are called, and what they allow. Apart from the rules that the first screen needs. */
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
