/** The teams that an account is a member of. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Omitted } from '../../../contract/kit';
import type { ClientTeam } from '../../../contract/service/models/models';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';
import { createOnce } from '../create-once';

export interface TeamList {
  readonly items: readonly ClientTeam[];
  readonly omitted?: Omitted;
}

function ownTeams(connectionId: string, accountId: string) {
  return queryOptions({
    queryKey: queryKeys.ownTeams(connectionId, accountId),
    queryFn: (): Promise<TeamList> => service.teams.list({ actor: 'account', connectionId, accountId, query: { user_id: 'me' } }),
  });
}

/** Reads the account's teams, in the service's order, and how many were left out. */
export function useOwnTeams(connectionId: string, accountId: string, enabled: boolean) {
  return useQuery({ ...ownTeams(connectionId, accountId), enabled });
}

/** Creates a team with the account as its first member. Resolves to the team, also if only the response was lost. */
export function useCreateTeam(connectionId: string, accountId: string): (name: string) => Promise<ClientTeam> {
  const client = useQueryClient();
  const options = ownTeams(connectionId, accountId);
  const create = useRef(
    createOnce({
      known: () => client.ensureQueryData(options).then(({ items }) => items),
      read: () => client.fetchQuery({ ...options, staleTime: 0 }).then(({ items }) => items),
      send: (body: { display_name: string }) =>
        service.teams.create({ actor: 'account', connectionId, accountId, body: { ...body, creator_user_id: 'me' } }),
    }),
  );
  return async (name) => {
    const team = await create.current({ display_name: name });
    client.setQueryData(options.queryKey, (list) =>
      list === undefined || list.items.some(({ id }) => id === team.id) ? list : { ...list, items: [...list.items, team] },
    );
    return team;
  };
}

/** Selects the team with which the project's applications start, or none. */
export function useSelectTeam(connectionId: string, accountId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (teamId: string | null) =>
      service.users.updateMe({ actor: 'account', connectionId, accountId, body: { selected_team_id: teamId } }),
    onSuccess: (user) => client.setQueryData(queryKeys.ownUser(connectionId, accountId), user),
  });
}
