/** What can be done with the accounts of a user at OAuth providers: of the account, or of a user of the project. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Omitted } from '#contract/definitions.ts';
import type { SecretReference } from '#contract/service/models/secret.ts';
import type { ClientOAuthProvider, ServerOAuthProvider } from '#contract/service/oauth.ts';
import { isRefusal } from '#lib/errors/can-retry.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { service } from './api';
import { isProviderAccountGone, removeOnce } from './repeatable-writes';
import { callerFor, type UserOf, userIdFor, userKey } from './users';

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
    Promise.all([
      client.invalidateQueries({ queryKey: oauthProvidersQuery(of).queryKey }),
      client.invalidateQueries({ queryKey: userKey(of) }),
    ]);
}

/** A provider account. Only a project admin learns its ID at the provider. */
export type OAuthProviderItem = ClientOAuthProvider & Partial<Pick<ServerOAuthProvider, 'account_id'>>;

export interface OAuthProviderList {
  readonly items: readonly OAuthProviderItem[];
  readonly omitted?: Omitted;
}

/** Reads the provider accounts of a user, which releases from 2.8.24 on list as objects. */
export function useOAuthProviders(of: UserOf, enabled: boolean) {
  return useQuery({ ...oauthProvidersQuery(of), enabled });
}

function oauthProvidersQuery(of: UserOf) {
  return service.oauth.providers.query({ ...callerFor(of), query: { user_id: userIdFor(of) } });
}

interface Account {
  readonly provider_config_id: string;
  readonly account_id: string;
}

interface Listed {
  readonly type: string;
  readonly provider_config_id?: string | undefined;
  readonly account_id: string;
}

interface AddAccountDeps {
  readonly send: () => Promise<unknown>;
  /** Reads the accounts of the user. */
  readonly list: () => Promise<readonly Listed[]>;
}

/** Adds an account. If the response was lost, the account is looked for: the service refuses to add it twice. Throws if it wasn't added. */
export async function addAccountOnce(
  { provider_config_id: provider, account_id: id }: Account,
  { send, list }: AddAccountDeps,
): Promise<void> {
  try {
    await send();
  } catch (thrown) {
    if (isRefusal(reportOf(thrown))) throw thrown;
    const listed = await list().catch(() => []);
    const isAdded = listed.some((account) => (account.provider_config_id ?? account.type) === provider && account.account_id === id);
    if (!isAdded) throw thrown;
  }
}
