/** Handlers of OAuth, including the token endpoint. */

import type { RowOf } from '#contract/service/index.ts';
import type { Caller, Handler } from '../http/context';
import { Failure, knownError, plainFailure } from '../http/failures';
import type { HandlersOf } from '../http/handler-types';
import { reply } from '../http/respond';
import { accountsOfUser } from '../stores/oauth-store';
import { findUser } from '../stores/user-store';
import { authorize } from './authorize';
import { callback, callbackByForm } from './callback';
import { addProvider, listProviders, readProvider, removeProvider, updateProvider } from './oauth-providers';
import { requireProviderToken } from './provider-token';
import { token } from './token';

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
