/** Tokens of users' provider accounts, as the service hands them on (endpoints 2.4). */
import type { Surroundings } from './context';
import { known } from './failures';
import { type ConfiguredProvider, enabledProvider, refreshProviderTokens } from './idp/client';
import { findAccountOfUser, type ProviderTokens, providerTokens, storeProviderTokens } from './store/oauth-accounts';
import type { Project } from './store/projects';
import { findUser } from './store/users';

/** What a token that is handed on has left at least. */
const leastMillis = 5 * 60_000;

export interface TokenWish {
  readonly userId: string;
  readonly providerId: string;
  /** The one account that is meant; any of the user's otherwise. */
  readonly accountId?: string;
  /** Space-separated. */
  readonly scope?: string | undefined;
}

/** The provider of that id with keys of the project's own, and the user's account there. Fails as `providerToken` says. */
function connectionOf(surroundings: Surroundings, project: Project, wish: TokenWish): { user: number; provider: ConfiguredProvider } {
  const { store } = surroundings;
  const provider = enabledProvider(project.config.oauth_providers, wish.providerId);
  if (provider === undefined) throw known('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
  if (provider.isShared) throw known('OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS');
  const user = findUser(store, project.key, wish.userId);
  const account = user && findAccountOfUser(store, user.key, provider.id);
  const isMeant = wish.accountId === undefined || wish.accountId === account?.account_id;
  if (account?.allow_connected_accounts !== 1 || !isMeant) throw known('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER');
  return { user: account.user, provider };
}

/**
 * A token of the user's account that covers the scope and lives for at least five more minutes: a stored one, else one
 * refreshed. Fails with OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED, OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS,
 * OAUTH_CONNECTION_NOT_CONNECTED_TO_USER and OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE, in this order.
 */
export async function providerToken(surroundings: Surroundings, project: Project, wish: TokenWish): Promise<string> {
  const { store, clock } = surroundings;
  const { user, provider } = connectionOf(surroundings, project, wish);
  const wanted = scopesOf(wish.scope ?? '');
  const covering = providerTokens(store, user, provider.id).filter(({ scope }) => wanted.every((one) => scopesOf(scope).includes(one)));
  const fresh = covering.find(({ expires_at }) => expires_at >= clock.now() + leastMillis);
  if (fresh !== undefined) return fresh.access_token;
  for (const stored of covering) {
    const token = await refreshed(surroundings, provider, user, stored);
    if (token !== null) return token;
  }
  throw known('OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE');
}

function scopesOf(text: string): string[] {
  return text.split(' ').filter((scope) => scope !== '');
}

/** A new token in the old one's place; null when the provider refuses. */
async function refreshed(
  surroundings: Surroundings,
  provider: ConfiguredProvider,
  user: number,
  { scope, refresh_token }: ProviderTokens,
): Promise<string | null> {
  if (refresh_token === null) return null;
  const outcome = await refreshProviderTokens(surroundings, provider, refresh_token);
  if ('error' in outcome) return null;
  const { access_token, expires_in, refresh_token: next = refresh_token } = outcome.tokens;
  const expires_at = surroundings.clock.now() + expires_in * 1000;
  storeProviderTokens(surroundings.store, user, provider.id, { scope, access_token, expires_at, refresh_token: next });
  return access_token;
}
