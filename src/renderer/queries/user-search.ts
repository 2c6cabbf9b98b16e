/** Finds users by a text, for choosing one. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { service } from '../api';
import { queryKeys } from './cache/keys';
import { escapeSearch } from './escape-search';

/** Users that a choice offers at most. */
export const maxFoundUsers = 8;

/** Returns the first users that match a text: part of the name or email, or the ID (wire/endpoints 4.2). */
export function useFoundUsers(connectionId: string, text: string) {
  return useQuery({
    queryKey: [...queryKeys.users(connectionId), 'found', text],
    queryFn: () =>
      service.users.list({
        actor: 'project',
        connectionId,
        query: { limit: maxFoundUsers, order_by: 'signed_up_at', desc: true, ...(text === '' ? {} : { query: escapeSearch(text) }) },
      }),
    placeholderData: keepPreviousData,
  });
}
