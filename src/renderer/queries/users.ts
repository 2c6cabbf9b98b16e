/** One user of the project, as its admin sees them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ServerUser } from '../../contract/service/models/models';
import type { userUpdate } from '../../contract/service/users';
import { service } from '../api';
import { queryKeys } from './cache/keys';
import { cachedUser } from './user-pages';

/** Returns a user by ID; shows the list's copy at once. */
export function useUser(connectionId: string, userId: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.user(connectionId, userId),
    placeholderData: () => cachedUser(client, connectionId, userId),
    queryFn: () => service.users.read({ actor: 'project', connectionId, params: { user_id: userId } }),
  });
}

/** Changes fields of a user. */
export function useUpdateUser(connectionId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof userUpdate>) =>
      service.users.update({ actor: 'project', connectionId, params: { user_id: userId }, body }),
    onSuccess: (user: ServerUser) => client.setQueryData(queryKeys.user(connectionId, userId), user),
  });
}
