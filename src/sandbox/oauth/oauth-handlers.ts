/** Handlers of OAuth, including the token endpoint. */

import type { RowOf } from '#contract/service/index.ts';
import type { Caller, Handler, HandlersOf, SandboxContext } from '../http/context';
import { Failure, knownError, plainFailure } from '../http/failures';
import { reply } from '../http/respond';
import { type ConfiguredProvider, enabledProvider, ProviderUnreachable, refreshProviderTokens } from '../idp/client';
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
import { authorize } from './authorize';
import { callback, callbackByForm } from './callback';
import { addProvider, listProviders, readProvider, removeProvider, updateProvider } from './oauth-providers';
import { token } from './token';

// Provider tokens of connected accounts (wire/endpoints 2.4).

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
  const accounts = (user === undefined ? [] : accountsOfUser(store, user.key, provider.configId)).filter(
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
 * OAUTH_CONNECTION_NOT_CONNECTED_TO_USER, from 2.8.70 on OAUTH_ACCESS_TOKEN_NOT_AVAILABLE for tokens that the provider doesn't refresh, or
 * OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE, in this order.
 */
async function requireProviderToken(context: SandboxContext, project: Project, request: ProviderTokenRequest): Promise<string> {
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
  // The details are not documented.
  const details = { provider: provider.configId, details: 'The provider did not refresh the token.' };
  if (covering.length > 0 && context.release.has('connected-accounts-list'))
    throw knownError('OAUTH_ACCESS_TOKEN_NOT_AVAILABLE', details, details);
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
  const outcome = await refreshProviderTokens(context, provider, refresh_token).catch((error: unknown) => {
    if (error instanceof ProviderUnreachable) return { error: 'unreachable' };
    throw error;
  });
  if ('error' in outcome) return null;
  const { access_token, expires_in, refresh_token: next = refresh_token } = outcome.tokens;
  const expires_at = context.clock.now() + expires_in * 1000;
  storeProviderTokens(context.store, account, { scope, access_token, expires_at, refresh_token: next });
  return access_token;
}

/** Endpoints of connected accounts (wire/endpoints 2.4, wire/newer 2.3). */
const foreignToken = 'Client can only access its own connected accounts';

/** Responds with 201, although nothing is created. */
const connectedAccountToken: Handler<RowOf<'oauth.connectedAccountToken'>> = {
  ignoresQuery: true,
  async run(call) {
    const { user_id: userId, provider_id: providerId } = call.params;
    requireOwnAccounts(call.caller, userId, foreignToken);
    return reply({ access_token: await requireProviderToken(call, call.project, { userId, providerId, scope: call.body.scope }) }, 201);
  },
};

const connectedAccountTokenOf: Handler<RowOf<'oauth.connectedAccountTokenOf'>> = {
  ignoresQuery: true,
  async run(call) {
    const { user_id: userId, provider_id: providerId, provider_account_id: accountId } = call.params;
    requireOwnAccounts(call.caller, userId, foreignToken);
    return reply(
      { access_token: await requireProviderToken(call, call.project, { userId, providerId, accountId, scope: call.body.scope }) },
      201,
    );
  },
};

/** The older path forwards status and body of the other one, but omits the header that names a known error. */
const ownConnectedAccountToken: Handler<RowOf<'oauth.ownConnectedAccountToken'>> = {
  ignoresQuery: true,
  async run(call) {
    const { caller, project, params, body } = call;
    try {
      if (caller.user === null) throw knownError('CANNOT_GET_OWN_USER_WITHOUT_USER');
      const request = { userId: caller.user.id, providerId: params.provider_id, scope: body.scope };
      return reply({ access_token: await requireProviderToken(call, project, request) }, 201);
    } catch (error) {
      if (!(error instanceof Failure) || error.body.kind !== 'known') throw error;
      throw new Failure(error.status, { ...error.body, omitsCodeHeader: true });
    }
  },
};

const connectedAccounts: Handler<RowOf<'oauth.connectedAccounts'>> = {
  async run({ caller, project, params, store }) {
    requireOwnAccounts(caller, params.user_id, 'Client can only list connected accounts for their own user.');
    const user = findUser(store, project.key, params.user_id);
    if (user === undefined) throw knownError('USER_NOT_FOUND');
    const accounts = accountsOfUser(store, user.key).filter((account) => account.allow_connected_accounts === 1);
    const items = accounts.map(({ user_id, provider, account_id }) => ({ user_id, provider, provider_account_id: account_id }));
    return reply({ items, is_paginated: false as const });
  },
};

function requireOwnAccounts({ access, user }: Caller, userId: string, refusal: string): void {
  if (access !== 'client' || user?.id === userId.toLowerCase()) return;
  throw plainFailure(403, refusal);
}

export const oauthHandlers: HandlersOf<'oauth'> & Pick<HandlersOf<'auth'>, 'auth.token'> = {
  'auth.token': token,
  'oauth.authorize': authorize,
  'oauth.callback': callback,
  'oauth.callbackByForm': callbackByForm,
  'oauth.connectedAccountToken': connectedAccountToken,
  'oauth.connectedAccountTokenOf': connectedAccountTokenOf,
  'oauth.ownConnectedAccountToken': ownConnectedAccountToken,
  'oauth.connectedAccounts': connectedAccounts,
  'oauth.providers': listProviders,
  'oauth.addProvider': addProvider,
  'oauth.provider': readProvider,
  'oauth.updateProvider': updateProvider,
  'oauth.removeProvider': removeProvider,
};
