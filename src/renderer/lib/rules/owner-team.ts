import type { KnownFeatures } from '../../../contract/bridge/connections';
import type { ErrorReport } from '../../../contract/errors';
import type { AdminProject } from '../../../contract/service/models/project-models';

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
