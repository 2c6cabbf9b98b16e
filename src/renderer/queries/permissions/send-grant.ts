/** Granting and revoking one permission of a user, in a team or in the project (wire/endpoints 6.2). */
import { service } from '../../api';
import { reportOf } from '../../lib/errors/error-text';
import type { GrantChange } from '../../lib/rules/grant-changes';
import { isOutcomeUnknown } from '../../lib/rules/unknown-outcome';

/** Where a user’s permissions apply: in a team, or in the project if there is no team. */
export interface GrantPlace {
  readonly connectionId: string;
  readonly userId: string;
  readonly teamId: string | null;
}

/** Reads the IDs of the permissions that a user was granted in one place, whatever was read before. */
export async function readGrantedIds({ connectionId, userId, teamId }: GrantPlace): Promise<readonly string[]> {
  const call = { actor: 'project', connectionId } as const;
  const query = { user_id: userId, recursive: 'false' } as const;
  const { items } =
    teamId === null
      ? await service.permissions.inProject({ ...call, query })
      : await service.permissions.inTeams({ ...call, query: { ...query, team_id: teamId } });
  return items.map(({ id }) => id);
}

/**
 * Grants or revokes one permission. After a lost response, and where there is nothing to revoke, it reads whether the change was made.
 * Throws the failure if it wasn't, or if that can't be read.
 */
export async function sendGrant(place: GrantPlace, kind: GrantChange['kind'], id: string): Promise<void> {
  try {
    await send(place, kind, id);
  } catch (thrown) {
    const report = reportOf(thrown);
    const mayBeDone = isOutcomeUnknown(report) || (kind === 'revoke' && notGranted.has(report.known));
    const granted = mayBeDone ? await readGrantedIds(place).catch(() => null) : null;
    if (granted === null || granted.includes(id) !== (kind === 'grant')) throw thrown;
  }
}

/** Errors of revoking a permission that isn’t granted, or that was deleted. */
const notGranted: ReadonlySet<string | undefined> = new Set(['TEAM_PERMISSION_NOT_FOUND', 'PERMISSION_NOT_FOUND']);

function send({ connectionId, userId, teamId }: GrantPlace, kind: GrantChange['kind'], id: string): Promise<unknown> {
  const call = { actor: 'project', connectionId } as const;
  const params = { user_id: userId, permission_id: id };
  if (teamId === null) {
    const inProject = { ...call, params };
    return kind === 'grant'
      ? service.permissions.grantInProject({ ...inProject, body: {} })
      : service.permissions.revokeInProject(inProject);
  }
  const inTeam = { ...call, params: { ...params, team_id: teamId } };
  return kind === 'grant' ? service.permissions.grantInTeam({ ...inTeam, body: {} }) : service.permissions.revokeInTeam(inTeam);
}
