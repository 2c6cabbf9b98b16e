/** Finds users by a text, for choosing one. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { service } from '../api';
import { queryKeys } from './cache/keys';
import { searchPattern } from './search-pattern';

/** Users that a choice offers at most. */
export const maxFoundUsers = 8;

/** Returns the first users that match a text: part of the name or email, or the ID (wire/endpoints 4.2), and which of them are in a team. */
export function useFoundUsers(connectionId: string, text: string, teamId?: string) {
  return useQuery({
    queryKey: [...queryKeys.users(connectionId), 'found', text, teamId ?? null],
    queryFn: async () => {
      // In the same order, the members among the first users are also among the first members, so one more request finds them all.
      const [users, members] = await Promise.all([
        findUsers(connectionId, text),
        teamId === undefined ? undefined : findUsers(connectionId, text, teamId),
      ]);
      // Like every cached page of users, with its `items`.
      return { ...users, memberIds: new Set(members?.items.map(({ id }) => id)) };
    },
    placeholderData: keepPreviousData,
  });
}

function findUsers(connectionId: string, text: string, teamId?: string) {
  const search = { ...(text === '' ? {} : { query: searchPattern(text) }), ...(teamId === undefined ? {} : { team_id: teamId }) };
  return service.users.list({
    actor: 'project',
    connectionId,
    query: { limit: maxFoundUsers, order_by: 'signed_up_at', desc: true, ...search },
  });
}
