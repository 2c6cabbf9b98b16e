/** Provider tokens of connected accounts (wire/endpoints 2.4). */

import type { SandboxContext } from '../http/context';
import { knownError } from '../http/failures';
import { type ConfiguredProvider, enabledProvider, refreshProviderTokens } from '../idp/client';
import {
  type AccountKey,
  accountsOfUser,
  type OAuthAccount,
  type ProviderTokens,
  providerTokens,
  storeProviderTokens,
} from '../stores/oauth-store';
import type { Project } from '../stores/project-store';
import { findUser } from '../stores/user-store';

/** Minimum remaining lifetime of a returned token. */
const minLifetimeMillis = 5 * 60_000;

interface ProviderTokenRequest {
  readonly userId: string;
  readonly providerId: string;
  /** Optional: without it, any of the user's accounts at the provider. */
  readonly accountId?: string;
  /** Space-separated. */
  readonly scope?: string | undefined;
}

interface Connection {
  readonly provider: ConfiguredProvider;
  readonly accounts: readonly OAuthAccount[];
}

/** Returns the provider, which has the project's own keys, and the user's accounts there. Throws like {@link requireProviderToken}. */
function requireConnectedAccounts(context: SandboxContext, project: Project, request: ProviderTokenRequest): Connection {
  const { store } = context;
  const provider = enabledProvider(project.config.oauth_providers, request.providerId);
  if (provider === undefined) throw knownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
  if (provider.isShared) throw knownError('OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS');
  const user = findUser(store, project.key, request.userId);
  const accounts = (user === undefined ? [] : accountsOfUser(store, user.key, provider.id)).filter(
    (account) => account.allow_connected_accounts === 1 && (request.accountId === undefined || request.accountId === account.account_id),
  );
  if (accounts.length === 0) throw knownError('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER');
  return { provider, accounts };
}

/**
 * Returns an access token of the user's account that covers the scope and is valid for at least 5 more minutes: a stored or a
 * refreshed one.
 *
 * Throws OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED, OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS,
 * OAUTH_CONNECTION_NOT_CONNECTED_TO_USER or OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE, in this order.
 */
export async function requireProviderToken(context: SandboxContext, project: Project, request: ProviderTokenRequest): Promise<string> {
  const { store, clock } = context;
  const { provider, accounts } = requireConnectedAccounts(context, project, request);
  const wanted = scopesOf(request.scope ?? '');
  const covering = accounts
    .flatMap((account) => providerTokens(store, account).map((tokens) => ({ account, tokens })))
    .filter(({ tokens }) => wanted.every((one) => scopesOf(tokens.scope).includes(one)));
  const fresh = covering.find(({ tokens }) => tokens.expires_at >= clock.now() + minLifetimeMillis);
  if (fresh !== undefined) return fresh.tokens.access_token;
  for (const { account, tokens } of covering) {
    const token = await refreshToken(context, provider, account, tokens);
    if (token !== null) return token;
  }
  throw knownError('OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE');
}

function scopesOf(text: string): string[] {
  return text.split(' ').filter((scope) => scope !== '');
}

/** Refreshes a token and replaces the stored one. Returns null if the provider rejects it. */
async function refreshToken(
  context: SandboxContext,
  provider: ConfiguredProvider,
  account: AccountKey,
  { scope, refresh_token }: ProviderTokens,
): Promise<string | null> {
  if (refresh_token === null) return null;
  const outcome = await refreshProviderTokens(context, provider, refresh_token);
  if ('error' in outcome) return null;
  const { access_token, expires_in, refresh_token: next = refresh_token } = outcome.tokens;
  const expires_at = context.clock.now() + expires_in * 1000;
  storeProviderTokens(context.store, account, { scope, access_token, expires_at, refresh_token: next });
  return access_token;
}
