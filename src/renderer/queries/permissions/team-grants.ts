/** The permissions of all members of a team, in one request (wire/endpoints 6.2). */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { service } from '../../api';
import type { GrantChange, Grants } from '../../lib/rules/grant-changes';
import { type ProjectTeamRef, queryKeys } from '../cache/keys';
import { sendForTeam } from '../teams/send-for-team';
import type { GrantScope } from './own-permissions';
import { sendGrant } from './send-grant';

interface Grant {
  readonly id: string;
  readonly user_id: string;
}

interface GrantList {
  readonly items: readonly Grant[];
}

function grantsQuery({ connectionId, teamId }: ProjectTeamRef, scope: GrantScope) {
  return queryOptions({
    queryKey: queryKeys.teamGrants(connectionId, teamId, scope),
    queryFn: (): Promise<GrantList> =>
      service.permissions.inTeams({
        actor: 'project',
        connectionId,
        query: { team_id: teamId, recursive: scope === 'all' ? 'true' : 'false' },
      }),
  });
}

/** Reads the permissions of all members: `direct` those that were granted, `all` also what those contain. */
export function useTeamGrants(team: ProjectTeamRef, scope: GrantScope, enabled: boolean) {
  return useQuery({ ...grantsQuery(team, scope), select: toGrants, enabled });
}

/** Returns the permissions of a list by user. */
export function toGrants({ items }: GrantList): Grants {
  const grants = new Map<string, Set<string>>();
  for (const { id, user_id: userId } of items) {
    const known = grants.get(userId);
    if (known === undefined) grants.set(userId, new Set([id]));
    else known.add(id);
  }
  return grants;
}

/** Returns a function that reads the direct grants from the service, whatever was read before. */
export function useReadTeamGrants(team: ProjectTeamRef): () => Promise<Grants> {
  const client = useQueryClient();
  return () => sendForTeam(client, team, () => client.fetchQuery({ ...grantsQuery(team, 'direct'), staleTime: 0 })).then(toGrants);
}

/** Returns a function that grants or revokes one permission. After a lost response, it reads whether that was done. */
export function useSaveGrant(team: ProjectTeamRef): (change: GrantChange) => Promise<void> {
  const client = useQueryClient();
  const { queryKey } = grantsQuery(team, 'direct');
  return async (change) => {
    await sendForTeam(client, team, () => sendGrant({ ...team, userId: change.userId }, change.kind, change.permissionId));
    client.setQueryData(queryKey, (known) => known && { ...known, items: withChange(known.items, change) });
  };
}

function withChange(items: readonly Grant[], { kind, userId, permissionId }: GrantChange): readonly Grant[] {
  const others = items.filter(({ id, user_id: owner }) => id !== permissionId || owner !== userId);
  return kind === 'grant' ? [...others, { id: permissionId, user_id: userId }] : others;
}
