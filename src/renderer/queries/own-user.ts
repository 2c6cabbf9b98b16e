/** The account's own user. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fail } from '../../contract/errors';
import type { ClientUser } from '../../contract/service/models/models';
import { api, service } from '../api';
import { queryKeys } from './cache/keys';

/** The own user of an account. */
export function useOwnUser(connectionId: string, accountId: string) {
  return useQuery({
    queryKey: queryKeys.ownUser(connectionId, accountId),
    queryFn: () => service.users.me({ actor: 'account', connectionId, accountId }),
  });
}

/** Gives the own user another name, or none. */
export function useRenameSelf(connectionId: string, accountId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      service.users.updateMe({ actor: 'account', connectionId, accountId, body: { display_name: name === '' ? null : name } }),
    onSuccess: (user: ClientUser) => client.setQueryData(queryKeys.ownUser(connectionId, accountId), user),
  });
}

/** Has the service email a link that verifies the own user's primary address. */
export function useSendVerification(connectionId: string, accountId: string) {
  const client = useQueryClient();
  const asAccount = { actor: 'account', connectionId, accountId } as const;
  return useMutation({
    async mutationFn() {
      const { items } = await service.contactChannels.list({ ...asAccount, query: { user_id: 'me' } });
      const primary = items.find(({ is_primary }) => is_primary);
      if (primary === undefined) throw fail('bad-response', { path: 'items' });
      const { url } = await api.callbacks.address({ connectionId, purpose: 'email-verification' });
      const params = { user_id: 'me', id: primary.id };
      await service.contactChannels.sendVerification({ ...asAccount, params, body: { callback_url: url } });
    },
    // It may have been verified in the meantime, which is why the service refused.
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.ownUser(connectionId, accountId) }),
  });
}
