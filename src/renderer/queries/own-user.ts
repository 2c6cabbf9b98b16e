/** The person that an account is, as they see themselves. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ClientUser } from '../../contract/service/models';
import { service } from '../api';
import { queryKeys } from './keys';

/** The own user of an account. */
export function useOwnUser(connectionId: string, accountId: string) {
  return useQuery({
    queryKey: queryKeys.ownUser(connectionId, accountId),
    queryFn: () => service.users.me({ actor: 'account', connectionId, accountId }),
  });
}

/** Gives the own user another name, or none; the project's lists follow. */
export function useRenameSelf(connectionId: string, accountId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      service.users.updateMe({ actor: 'account', connectionId, accountId, body: { display_name: name === '' ? null : name } }),
    onSuccess: async (user: ClientUser) => {
      client.setQueryData(queryKeys.ownUser(connectionId, accountId), user);
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.users(connectionId) }),
        client.invalidateQueries({ queryKey: queryKeys.user(connectionId, user.id) }),
      ]);
    },
  });
}
