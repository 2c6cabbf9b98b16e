/** What can be done with the accounts of the account's own user at OAuth providers. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SecretReference } from '../../../contract/service/models/secret';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';

/** Which token to check: of one account if its ID is passed, otherwise of any of the user's accounts at the provider. */
export interface TokenRequest {
  readonly provider: string;
  readonly accountId: string | null;
  /** Separated by spaces. */
  readonly scope: string;
}

/** Disconnects an account, which releases from 2.8.24 on can, and reads the user and the accounts again in any case. */
export function useDisconnect(connectionId: string, accountId: string) {
  const readAgain = useReadAgain(connectionId, accountId);
  return useMutation({
    mutationFn: (id: string) => service.oauth.removeProvider({ actor: 'account', connectionId, accountId, params: { user_id: 'me', id } }),
    onSettled: readAgain,
  });
}

/** Changes whether an account is used for sign-in, which releases from 2.8.24 on can, and reads the user and the accounts again in any case. */
export function useChangeSignInUse(connectionId: string, accountId: string) {
  const readAgain = useReadAgain(connectionId, accountId);
  return useMutation({
    mutationFn: ({ id, isUsed }: { readonly id: string; readonly isUsed: boolean }) =>
      service.oauth.updateProvider({
        actor: 'account',
        connectionId,
        accountId,
        params: { user_id: 'me', id },
        body: { allow_sign_in: isUsed },
      }),
    onSettled: readAgain,
  });
}

/** Requests an access token of a connected account, which the service refreshes if needed. Resolves to a reference to it. */
export function useProviderToken(connectionId: string, accountId: string) {
  return useMutation({
    async mutationFn({ provider, accountId: providerAccount, scope }: TokenRequest): Promise<SecretReference> {
      const request = { actor: 'account', connectionId, accountId, body: scope === '' ? {} : { scope } } as const;
      const params = { user_id: 'me', provider_id: provider };
      const { access_token: token } =
        providerAccount === null
          ? await service.oauth.connectedAccountToken({ ...request, params })
          : await service.oauth.connectedAccountTokenOf({ ...request, params: { ...params, provider_account_id: providerAccount } });
      return token as SecretReference;
    },
  });
}

/** Returns a function that reads the accounts and the user again: after a failure, either may have changed. */
function useReadAgain(connectionId: string, accountId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.ownProviders(connectionId, accountId) }),
      client.invalidateQueries({ queryKey: queryKeys.ownUser(connectionId, accountId) }),
    ]);
}
