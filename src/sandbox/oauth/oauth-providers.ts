/** Endpoints of users' provider accounts (wire/newer 2.3, wire/corrections 2.8.24). */
import { z } from 'zod';
import type { AccessType } from '#contract/definitions.ts';
import type { RowOf } from '#contract/service/index.ts';
import { catalog } from '#contract/service/index.ts';
import { userIdOrMe } from '#contract/service/models/fields.ts';
import type { ClientOAuthProvider, ServerOAuthProvider, ServerOAuthProviderUpdate } from '#contract/service/oauth.ts';
import type { Store } from '../database/database';
import type { Caller, CheckedRequest, Handler } from '../http/context';
import { knownError, plainFailure } from '../http/failures';
import { reply } from '../http/respond';
import { uuid } from '../random';
import type { Release } from '../releases/release';
import {
  type AccountKey,
  accountsOfProject,
  accountsOfUser,
  deleteOAuthAccount,
  findSignInAccount,
  insertOAuthAccount,
  type OAuthAccount,
  updateOAuthAccount,
} from '../stores/oauth-store';
import type { Project } from '../stores/project-store';
import { findUser } from '../stores/user-store';
import { requireUserById } from '../teams/team-access';

const ofUser = z.strictObject({ user_id: userIdOrMe.optional() });

/** Lists accounts. Without a user, server access lists those of all users. */
export const listProviders: Handler<RowOf<'oauth.providers'>> = {
  accepts: { client: { query: ofUser }, server: { query: ofUser } },
  async run({ caller, project, query, store, release }) {
    const { user_id: userId } = ofUser.parse(query);
    requireOwn(caller, userId, 'list');
    return reply({
      items: toProviderList(store, project, userId).map((account) => toOAuthProvider({ release, project }, account, caller.access)),
      is_paginated: false as const,
    });
  },
};

function toProviderList(store: Store, project: Project, userId: string | undefined): OAuthAccount[] {
  if (userId === undefined) return accountsOfProject(store, project.key);
  const user = findUser(store, project.key, userId);
  return user === undefined ? [] : accountsOfUser(store, user.key);
}

export const readProvider: Handler<RowOf<'oauth.provider'>> = {
  async run(call) {
    return reply(toOAuthProvider(call, accountOf(call, 'read'), call.caller.access));
  },
};

const creation = catalog.oauth.addProvider.actors.project.body.extend({ user_id: userIdOrMe });

export const addProvider: Handler<RowOf<'oauth.addProvider'>> = {
  ignoresQuery: true,
  accepts: { server: { body: creation } },
  async run(call) {
    const { project, store, random, body } = call;
    const { provider_config_id: provider, account_id, email = null, allow_sign_in, allow_connected_accounts } = body;
    const user = requireUserById(call, body.user_id);
    if (!project.config.oauth_providers.some(({ id, enabled }) => id === provider && enabled)) {
      throw plainFailure(404, `OAuth provider ${provider} not found or not configured`);
    }
    const flags = { allow_sign_in: Number(allow_sign_in), allow_connected_accounts: Number(allow_connected_accounts) };
    const account = { id: uuid(random), user: user.key, provider, account_id, email, ...flags };
    requireNoConflict(store, project, account, accountsOfUser(store, user.key, provider));
    insertOAuthAccount(store, account);
    return reply(serverItem(call, { ...account, user_id: user.id }), 201);
  },
};

export const updateProvider: Handler<RowOf<'oauth.updateProvider'>> = {
  ignoresQuery: true,
  async run(call) {
    const { store, project, caller } = call;
    const account = accountOf(call, 'update');
    const { account_id, email, allow_sign_in, allow_connected_accounts }: ServerOAuthProviderUpdate = call.body;
    const change = {
      account_id: account_id ?? account.account_id,
      email: email ?? account.email,
      allow_sign_in: Number(allow_sign_in ?? account.allow_sign_in),
      allow_connected_accounts: Number(allow_connected_accounts ?? account.allow_connected_accounts),
    };
    const others = accountsOfUser(store, account.user, account.provider).filter(({ id }) => id !== account.id);
    requireNoConflict(store, project, { ...account, ...change }, others);
    updateOAuthAccount(store, account, change);
    return reply(toOAuthProvider(call, { ...account, ...change }, caller.access));
  },
};

export const removeProvider: Handler<RowOf<'oauth.removeProvider'>> = {
  ignoresQuery: true,
  async run(call) {
    deleteOAuthAccount(call.store, accountOf(call, 'delete'));
    return reply({ success: true as const });
  },
};

type ItemCall =
  | CheckedRequest<RowOf<'oauth.provider'>>
  | CheckedRequest<RowOf<'oauth.updateProvider'>>
  | CheckedRequest<RowOf<'oauth.removeProvider'>>;
type Action = 'read' | 'list' | 'update' | 'delete';

function accountOf(call: ItemCall, action: Action): OAuthAccount {
  const { caller, params, store } = call;
  requireOwn(caller, params.user_id, action);
  const user = requireUserById(call, params.user_id);
  const account = accountsOfUser(store, user.key).find(({ id }) => id === params.id.toLowerCase());
  if (account === undefined) throw plainFailure(404, `OAuth provider ${params.id} for user ${params.user_id} not found`);
  return account;
}

function requireOwn({ access, user }: Caller, userId: string | undefined, action: Action): void {
  if (access !== 'client' || (user !== null && user.id === userId?.toLowerCase())) return;
  throw plainFailure(403, `Client can only ${action} OAuth providers for their own user.`);
}

/** Rejects an account that the user already has, a second account for sign-in, and an account with which another user signs in. */
function requireNoConflict(
  store: Store,
  project: Project,
  { user, provider, account_id, allow_sign_in }: AccountKey & Pick<OAuthAccount, 'allow_sign_in'>,
  others: readonly OAuthAccount[],
): void {
  if (others.some((other) => other.account_id === account_id)) {
    throw plainFailure(400, 'The same provider type with the same account ID already exists for this user.');
  }
  if (allow_sign_in === 0) return;
  if (others.some((other) => other.allow_sign_in === 1)) {
    throw plainFailure(400, 'The same provider type with sign-in enabled already exists for this user.');
  }
  const holder = findSignInAccount(store, project.key, provider, account_id);
  if (holder !== undefined && holder.user !== user) throw knownError('OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN');
}

/** The app doesn't read the provider's key in the configuration (wire/newer 2.3, 2.8.24). */
type ClientItem = ClientOAuthProvider & { readonly provider_config_id?: string };

type ItemContext = { readonly release: Release; readonly project: Project };

/** Returns the response for an account. Only servers get the account's ID. */
function toOAuthProvider(
  context: ItemContext,
  account: OAuthAccount,
  access: AccessType | null,
): ClientOAuthProvider | ServerOAuthProvider {
  return access === 'client' ? clientItem(context, account) : serverItem(context, account);
}

function clientItem({ release, project }: ItemContext, { id, user_id, provider, email, ...flags }: OAuthAccount): ClientItem {
  const configured = project.config.oauth_providers.find((each) => each.id === provider);
  return {
    id,
    user_id,
    type: configured?.provider ?? provider,
    ...(release.has('provider-account-ids') ? { provider_config_id: provider } : {}),
    ...(email === null ? {} : { email }),
    allow_sign_in: flags.allow_sign_in === 1,
    allow_connected_accounts: flags.allow_connected_accounts === 1,
  };
}

function serverItem(context: ItemContext, account: OAuthAccount): ServerOAuthProvider & ClientItem {
  return { ...clientItem(context, account), account_id: account.account_id };
}
