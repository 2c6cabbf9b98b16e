/** OAuth and connected accounts (wire/endpoints 2, wire/flows 5). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { id, listOf, success, url, userIdOrMe } from './models/fields';
import { secretText } from './models/secret';
import { reads } from './read-groups';

/** Query of the authorize endpoint. The service validates `grant_type` and `type` there, the rest later. */
const authorizeQuery = z.strictObject({
  client_id: z.string(),
  client_secret: z.string(),
  redirect_uri: url,
  scope: z.string(),
  state: z.string(),
  grant_type: z.enum(['authorization_code']),
  code_challenge: z.string(),
  code_challenge_method: z.string(),
  response_type: z.string(),
  type: z.enum(['authenticate', 'link']).optional(),
  token: z.string().optional(),
  provider_scope: z.string().optional(),
  error_redirect_url: url.optional(),
  error_redirect_uri: url.optional(),
  after_callback_redirect_url: z.string().optional(),
});

/** Parameters of a provider's callback. */
const providerAnswer = z.looseObject({ state: z.string().optional(), code: z.string().optional(), error: z.string().optional() });

const providerParams = z.strictObject({ provider_id: z.string() });
const redirected = z.object({});

const scopeBody = z.strictObject({ scope: z.string().optional() });
const providerToken = z.object({ access_token: secretText });
const tokenVariants = {
  account: { access: 'client', body: scopeBody, response: providerToken },
  project: { access: 'server', body: scopeBody, response: providerToken },
} as const;

const connectedAccount = z.object({ user_id: id, provider: z.string(), provider_account_id: z.string() });

const itemFields = {
  id,
  user_id: id,
  type: z.string(),
  email: z.string().nullable().optional(),
  allow_sign_in: z.boolean(),
  allow_connected_accounts: z.boolean(),
  /** From 2.8.38 on, later than the endpoint itself. */
  provider_config_id: z.string().optional(),
};
const clientOAuthProvider = z.object(itemFields);
const serverOAuthProvider = z.object({ ...itemFields, account_id: z.string() });
const itemParams = z.strictObject({ user_id: userIdOrMe, id });

const clientItemUpdate = z.strictObject({ allow_sign_in: z.boolean().optional(), allow_connected_accounts: z.boolean().optional() });
const serverItemUpdate = clientItemUpdate.extend({ email: z.string().optional(), account_id: z.string().min(1).optional() });

/** An account that a project adds to a user. */
export const newAccount = z.strictObject({
  user_id: id,
  provider_config_id: z.string(),
  account_id: z.string().min(1),
  email: z.string().optional(),
  allow_sign_in: z.boolean(),
  allow_connected_accounts: z.boolean(),
});

export const oauth = {
  /** Opened in a browser. Redirects to the provider. Connects the provider to the user whose access token is in the query. */
  authorize: endpoint({
    method: 'GET',
    path: '/auth/oauth/authorize/{provider_id}',
    params: providerParams,
    changesSignIn: true,
    offered: false,
    actors: { none: { access: 'public', query: authorizeQuery, response: redirected } },
  }),
  /** Opened in a browser by the provider. Redirects to the application. */
  callback: endpoint({
    method: 'GET',
    path: '/auth/oauth/callback/{provider_id}',
    params: providerParams,
    offered: false,
    actors: { none: { access: 'public', query: providerAnswer, response: redirected } },
  }),
  callbackByForm: endpoint({
    method: 'POST',
    path: '/auth/oauth/callback/{provider_id}',
    params: providerParams,
    offered: false,
    journal: { none: 'not-sent' },
    actors: { none: { access: 'public', bodyType: 'form', body: providerAnswer, response: redirected } },
  }),
  connectedAccountToken: endpoint({
    method: 'POST',
    path: '/connected-accounts/{user_id}/{provider_id}/access-token',
    effect: 'read',
    params: z.strictObject({ user_id: userIdOrMe, provider_id: z.string() }),
    secrets: { response: ['access_token'] },
    actors: tokenVariants,
  }),
  /** The older path of the same call, for the signed-in user only. */
  ownConnectedAccountToken: endpoint({
    method: 'POST',
    path: '/auth/oauth/connected-accounts/{provider_id}/access-token',
    effect: 'read',
    params: providerParams,
    offered: false,
    actors: { account: tokenVariants.account },
  }),
  connectedAccountTokenOf: endpoint({
    method: 'POST',
    path: '/connected-accounts/{user_id}/{provider_id}/{provider_account_id}/access-token',
    effect: 'read',
    params: z.strictObject({ user_id: userIdOrMe, provider_id: z.string(), provider_account_id: z.string() }),
    feature: 'connected-accounts-list',
    secrets: { response: ['access_token'] },
    actors: tokenVariants,
  }),
  connectedAccounts: endpoint({
    method: 'GET',
    path: '/connected-accounts/{user_id}',
    params: z.strictObject({ user_id: userIdOrMe }),
    feature: 'connected-accounts-list',
    actors: {
      account: { access: 'client', response: listOf(connectedAccount) },
      project: { access: 'server', response: listOf(connectedAccount) },
    },
  }),
  providers: endpoint({
    method: 'GET',
    path: '/oauth-providers',
    feature: 'oauth-providers',
    actors: {
      account: { access: 'client', query: z.strictObject({ user_id: userIdOrMe }), response: listOf(clientOAuthProvider) },
      project: { access: 'server', query: z.strictObject({ user_id: id }), response: listOf(serverOAuthProvider) },
    },
  }),
  addProvider: endpoint({
    method: 'POST',
    path: '/oauth-providers',
    feature: 'oauth-providers',
    invalidates: [...reads.users, ...reads.providers, ...reads.metrics],
    journal: {
      subject: { kind: 'connected-account', id: 'response.id', user: 'body.user_id' },
      before: null,
      undo: { opposite: 'oauth.removeProvider' },
    },
    actors: {
      project: {
        access: 'server',
        body: newAccount,
        response: serverOAuthProvider,
      },
    },
  }),
  provider: endpoint({
    method: 'GET',
    path: '/oauth-providers/{user_id}/{id}',
    params: itemParams,
    feature: 'oauth-providers',
    actors: {
      account: { access: 'client', response: clientOAuthProvider },
      project: { access: 'server', response: serverOAuthProvider },
    },
  }),
  updateProvider: endpoint({
    method: 'PATCH',
    path: '/oauth-providers/{user_id}/{id}',
    params: itemParams,
    changesSignIn: true,
    feature: 'oauth-providers',
    invalidates: [...reads.users, ...reads.providers],
    journal: {
      subject: { kind: 'connected-account', id: 'params.id', user: 'params.user_id' },
      before: 'oauth.provider',
      undo: { restore: true },
    },
    actors: {
      account: { access: 'client', body: clientItemUpdate, response: clientOAuthProvider },
      project: { access: 'server', body: serverItemUpdate, response: serverOAuthProvider },
    },
  }),
  removeProvider: endpoint({
    method: 'DELETE',
    path: '/oauth-providers/{user_id}/{id}',
    params: itemParams,
    changesSignIn: true,
    feature: 'oauth-providers',
    invalidates: [...reads.users, ...reads.providers, ...reads.metrics],
    journal: {
      subject: { kind: 'connected-account', id: 'params.id', user: 'params.user_id' },
      before: 'oauth.provider',
      undo: { again: 'oauth.addProvider' },
    },
    actors: { account: { access: 'client', response: success }, project: { access: 'server', response: success } },
  }),
};

export type ClientOAuthProvider = z.output<typeof clientOAuthProvider>;
export type ServerOAuthProvider = z.output<typeof serverOAuthProvider>;
export type NewProviderAccount = z.output<typeof newAccount>;
export type ServerOAuthProviderUpdate = z.output<typeof serverItemUpdate>;
