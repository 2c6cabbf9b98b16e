/** What can be done with the accounts of a user at OAuth providers: of the account, or of a user of the project. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SecretReference } from '../../../contract/service/models/secret';
import { service } from '../../api';
import { isProviderAccountGone, removeOnce } from '../remove-once';
import { oauthProvidersKey } from './oauth-providers';
import { callerFor, type UserOf, userIdFor, userKey } from './user-of';

/** Which token to check: of one account if its ID is passed, otherwise of any of the user's accounts at the provider. */
export interface TokenRequest {
  readonly provider: string;
  readonly accountId: string | null;
  /** Separated by spaces. */
  readonly scope: string;
}

/** Disconnects an account, which releases from 2.8.24 on can, and reads the user and the accounts again in any case. */
export function useDisconnect(of: UserOf) {
  const readAgain = useReadAccountsAgain(of);
  return useMutation({
    mutationFn: (id: string) => {
      const call = { ...callerFor(of), params: { user_id: userIdFor(of), id } };
      return removeOnce(() => service.oauth.removeProvider(call), isProviderAccountGone);
    },
    onSettled: readAgain,
  });
}

/** Changes whether an account is used for sign-in, which releases from 2.8.24 on can, and reads the user and the accounts again in any case. */
export function useChangeSignInUse(of: UserOf) {
  const readAgain = useReadAccountsAgain(of);
  return useMutation({
    mutationFn: async ({ id, isUsed }: { readonly id: string; readonly isUsed: boolean }): Promise<void> => {
      const params = { user_id: userIdFor(of), id };
      await service.oauth.updateProvider({ ...callerFor(of), params, body: { allow_sign_in: isUsed } });
    },
    onSettled: readAgain,
  });
}

/** Requests an access token of a connected account, which the service refreshes if needed. Resolves to a reference to it. */
export function useProviderToken(of: UserOf) {
  return useMutation({
    async mutationFn({ provider, accountId, scope }: TokenRequest): Promise<SecretReference> {
      const request = { ...callerFor(of), body: scope === '' ? {} : { scope } };
      const params = { user_id: userIdFor(of), provider_id: provider };
      const { access_token: token } =
        accountId === null
          ? await service.oauth.connectedAccountToken({ ...request, params })
          : await service.oauth.connectedAccountTokenOf({ ...request, params: { ...params, provider_account_id: accountId } });
      return token as SecretReference;
    },
  });
}

/** Returns a function that reads the accounts and the user again: after a failure, either may have changed. */
export function useReadAccountsAgain(of: UserOf) {
  const client = useQueryClient();
  return () =>
    Promise.all([client.invalidateQueries({ queryKey: oauthProvidersKey(of) }), client.invalidateQueries({ queryKey: userKey(of) })]);
}
