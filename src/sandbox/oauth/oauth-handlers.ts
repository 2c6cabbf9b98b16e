/** Handlers of OAuth, including the token endpoint. */
import type { HandlersOf } from '../server/handler-types';
import { authorize } from './authorize';
import { callback, callbackByForm } from './callback';
import { connectedAccounts, connectedAccountToken, connectedAccountTokenOf, ownConnectedAccountToken } from './connected-accounts';
import { addProvider, listProviders, readProvider, removeProvider, updateProvider } from './oauth-providers';
import { token } from './token';

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
