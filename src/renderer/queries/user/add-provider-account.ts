/** Adds an account at an OAuth provider to a user, which releases from 2.8.24 on can (wire/corrections 2.8.24). */
import { useMutation } from '@tanstack/react-query';
import type { NewProviderAccount } from '../../../contract/service/oauth';
import { service } from '../../api';
import { addAccountOnce } from './add-account-once';
import { useReadAccountsAgain } from './connected-accounts';

/** Adds an account by its ID at the provider, and reads the user and the accounts again in any case. */
export function useAddProviderAccount(connectionId: string, userId: string) {
  const project = { actor: 'project', connectionId } as const;
  const readAgain = useReadAccountsAgain({ ...project, userId });
  return useMutation({
    mutationFn: (account: Omit<NewProviderAccount, 'user_id'>) =>
      addAccountOnce(account, {
        send: () => service.oauth.addProvider({ ...project, body: { ...account, user_id: userId } }),
        list: async () => (await service.oauth.providers({ ...project, query: { user_id: userId } })).items,
      }),
    onSettled: readAgain,
  });
}
