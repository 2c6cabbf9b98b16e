/** The teams that no other member could manage without a user. */
import { useQuery } from '@tanstack/react-query';
import { service } from '../../api';
import type { Grants } from '../../lib/rules/grant-changes';
import { isLastAdmin, isTeamAdmin } from '../../lib/rules/removal/last-admin';
import { queryKeys } from '../cache/keys';
import { toGrants } from '../permissions/team-grants';

/** Teams to look at: each takes a request, and a dialog waits for them. */
const maxTeams = 20;

/** Returns the IDs of these teams, or of those among all of the user's teams. `isComplete` is false if there were too many. */
export function useLastAdminTeams(connectionId: string, userId: string, teamId: string | null, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.lastAdminTeams(connectionId, userId, teamId),
    queryFn: async () => {
      const candidates = teamId === null ? await managedTeams(connectionId, userId) : [teamId];
      const asked = candidates.slice(0, maxTeams);
      const grants = await Promise.all(asked.map((id) => teamPermissions(connectionId, id)));
      const ids = asked.filter((_id, at) => isLastAdmin(grants[at] ?? new Map(), userId));
      return { ids, isComplete: asked.length === candidates.length };
    },
    enabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

async function managedTeams(connectionId: string, userId: string): Promise<readonly string[]> {
  const query = { user_id: userId, recursive: 'true' } as const;
  const { items } = await service.permissions.inTeams({ actor: 'project', connectionId, query });
  return [...new Set(items.filter(({ id }) => isTeamAdmin([id])).map(({ team_id: id }) => id))];
}

async function teamPermissions(connectionId: string, teamId: string): Promise<Grants> {
  const query = { team_id: teamId, recursive: 'true' } as const;
  return toGrants(await service.permissions.inTeams({ actor: 'project', connectionId, query }));
}
