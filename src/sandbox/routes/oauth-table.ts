/** The behaviour of the rows of `oauth`. */
import { connectedAccounts, connectedAccountToken, connectedAccountTokenOf, ownConnectedAccountToken } from './connected-accounts';
import type { HandlersOf } from './handlers';
import { authorize } from './oauth-authorize';
import { callback, callbackByForm } from './oauth-callback';
import { addProvider, listProviders, readProvider, removeProvider, updateProvider } from './oauth-providers';

export const oauthHandlers: HandlersOf<'oauth'> = {
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
