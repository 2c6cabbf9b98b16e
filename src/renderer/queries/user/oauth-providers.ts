/** The accounts of a user at OAuth providers, as objects (wire/newer 2). */
import { useQuery } from '@tanstack/react-query';
import type { Omitted } from '../../../contract/kit';
import type { ClientOAuthProvider, ServerOAuthProvider } from '../../../contract/service/oauth';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';
import { callerFor, type UserOf, userIdFor } from './user-of';

/** A provider account. Only a project admin learns its ID at the provider. */
export type OAuthProviderItem = ClientOAuthProvider & Partial<Pick<ServerOAuthProvider, 'account_id'>>;

export interface OAuthProviderList {
  readonly items: readonly OAuthProviderItem[];
  readonly omitted?: Omitted;
}

/** Reads the provider accounts of a user, which releases from 2.8.24 on list as objects. */
export function useOAuthProviders(of: UserOf, enabled: boolean) {
  return useQuery({
    queryKey: oauthProvidersKey(of),
    queryFn: (): Promise<OAuthProviderList> => service.oauth.providers({ ...callerFor(of), query: { user_id: userIdFor(of) } }),
    enabled,
  });
}

/** Returns the key under which the provider accounts of a user are cached. */
export function oauthProvidersKey(of: UserOf) {
  return of.actor === 'account'
    ? queryKeys.ownProviders(of.connectionId, of.accountId)
    : queryKeys.userProviders(of.connectionId, of.userId);
}
