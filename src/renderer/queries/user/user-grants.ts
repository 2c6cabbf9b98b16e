/** The permissions of a user, in the project and in all teams (wire/endpoints 6.2). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { service } from '../../api';
import { reportOf } from '../../lib/errors/error-text';
import type { Grant } from '../../lib/rules/permission-rows';
import { isOutcomeUnknown } from '../../lib/rules/unknown-outcome';
import { queryKeys } from '../cache/keys';
import type { GrantScope } from '../permissions/own-permissions';

/** Where a user’s permissions apply: in a team, or in the project if there is no team. */
export interface GrantPlace {
  readonly connectionId: string;
  readonly userId: string;
  readonly teamId: string | null;
}

const recursive = { direct: 'false', all: 'true' } as const satisfies Record<GrantScope, string>;

/** Reads a user's permissions in all teams, or in the project: `direct` those that were granted, `all` also what those contain. */
export function useUserGrants(connectionId: string, userId: string, kind: 'team' | 'project', scope: GrantScope, enabled = true) {
  return useQuery({
    queryKey: queryKeys.userGrants(connectionId, userId, kind, scope),
    queryFn: (): Promise<{ readonly items: readonly Grant[] }> => {
      const call = { actor: 'project', connectionId, query: { user_id: userId, recursive: recursive[scope] } } as const;
      return kind === 'team' ? service.permissions.inTeams(call) : service.permissions.inProject(call);
    },
    enabled,
  });
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
 * Returns a function that changes what a user was granted in one place, one permission after another. After a lost response, and where
 * there is nothing to revoke, it reads whether the change was made.
 */
export function useSaveGrants(place: GrantPlace): (from: readonly string[], to: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return async (from, to) => {
    try {
      for (const id of to) if (!from.includes(id)) await change(place, 'grant', id);
      for (const id of from) if (!to.includes(id)) await change(place, 'revoke', id);
    } finally {
      await client.invalidateQueries({ queryKey: queryKeys.allUserGrants(place.connectionId, place.userId) });
    }
  };
}

async function change(place: GrantPlace, kind: 'grant' | 'revoke', id: string): Promise<void> {
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

function send({ connectionId, userId, teamId }: GrantPlace, kind: 'grant' | 'revoke', id: string): Promise<unknown> {
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
