/** The accounts of a user at OAuth providers, in the form of each release. */
import type { ClientUser } from '#contract/service/models/user-models.ts';
import type { OAuthProviderItem } from '#data/connected-accounts.ts';
import { providerAccounts } from '#lib/rules/sign-in-method-removal.ts';

export interface ConnectedAccount {
  /** The ID by which the rule of the last sign-in method knows it. */
  readonly id: string;
  readonly provider: string;
  /** The provider's ID in the project, which requests name; a project can have several providers of one type (wire/later 8). */
  readonly providerId: string;
  readonly email: string | null;
  /** The account's ID at the provider, if it is clear which one it is. */
  readonly accountId: string | null;
  readonly allowsSignIn: boolean;
  /** Whether the project may have access tokens of it. */
  readonly allowsTokens: boolean;
}

type Listed = Pick<
  OAuthProviderItem,
  'id' | 'type' | 'provider_config_id' | 'email' | 'allow_sign_in' | 'allow_connected_accounts' | 'account_id'
>;

/** Returns the accounts in the order of the service: those that the release lists as objects, otherwise those of the user itself. */
export function connectedAccounts(user: Pick<ClientUser, 'oauth_providers'>, listed?: readonly Listed[]): ConnectedAccount[] {
  const ids = providerAccounts(user, listed).map(({ id }) => id);
  if (listed === undefined) {
    return user.oauth_providers.map(({ id: provider, account_id: accountId, email }, at) => ({
      id: ids[at] ?? accountId,
      ...{ provider, providerId: provider, accountId, email: email ?? null, allowsSignIn: true, allowsTokens: true },
    }));
  }
  return listed.map((item) => ({
    id: item.id,
    provider: item.type,
    providerId: providerIdOf(item),
    email: item.email ?? null,
    accountId: item.account_id ?? accountIdOf(item, user, listed),
    allowsSignIn: item.allow_sign_in,
    allowsTokens: item.allow_connected_accounts,
  }));
}

/** Before 2.8.38, accounts are listed with the type only. */
function providerIdOf({ type, provider_config_id: id = type }: Pick<Listed, 'type' | 'provider_config_id'>): string {
  return id;
}

/** Clients don't learn the account's ID with the object: it is that of the only account at the provider, or of the only one with the email. */
function accountIdOf(item: Listed, { oauth_providers: all }: Pick<ClientUser, 'oauth_providers'>, listed: readonly Listed[]) {
  const { email } = item;
  const providerId = providerIdOf(item);
  const sameProvider = all.filter(({ id }) => id === providerId);
  const isSame = (other: Listed) => providerIdOf(other) === providerId;
  const isOnly = listed.filter(isSame).length === 1;
  if (isOnly && sameProvider.length === 1) return sameProvider[0]?.account_id ?? null;
  const sameEmail = sameProvider.filter((one) => email && one.email === email);
  const isOnlyEmail = listed.filter((other) => isSame(other) && other.email === email).length === 1;
  return isOnlyEmail && sameEmail.length === 1 ? (sameEmail[0]?.account_id ?? null) : null;
}

/** Returns the account at the same provider that is used for sign-in, of which a user can have one. */
export function signInRival({ id, provider }: ConnectedAccount, accounts: readonly ConnectedAccount[]): ConnectedAccount | undefined {
  return accounts.find((other) => other.id !== id && other.provider === provider && other.allowsSignIn);
}

/** Returns the scopes of a text, each once, separated by a space. */
export function scopesOf(text: string): string {
  return [...new Set(text.split(/[\s,]+/).filter((scope) => scope !== ''))].join(' ');
}
