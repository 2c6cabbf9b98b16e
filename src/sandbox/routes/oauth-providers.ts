/** A user's provider accounts as objects of their own (newer 2.3). */
import type { AccessType } from '../../contract/kit';
import type { RowOf } from '../../contract/service';
import type { ClientOAuthProvider, ServerOAuthProvider, ServerOAuthProviderUpdate } from '../../contract/service/oauth';
import type { Call, Caller, Handler } from '../context';
import { known, plain } from '../failures';
import { uuid } from '../random';
import { reply } from '../respond';
import type { Store } from '../store/database';
import {
  accountsOfUser,
  deleteOAuthAccount,
  findAccountOfUser,
  findSignInAccount,
  insertOAuthAccount,
  type OAuthAccount,
  updateOAuthAccount,
} from '../store/oauth-accounts';
import type { Project } from '../store/projects';
import { findUser, type UserRow } from '../store/users';

export const listProviders: Handler<RowOf<'oauth.providers'>> = {
  async run({ caller, project, query, store }) {
    requireOwn(caller, query.user_id);
    const user = findUser(store, project.key, query.user_id);
    const items = user === undefined ? [] : accountsOfUser(store, user.key).map((account) => shaped(account, caller.access));
    return reply({ items, is_paginated: false as const });
  },
};

export const readProvider: Handler<RowOf<'oauth.provider'>> = {
  async run(call) {
    return reply(shaped(accountOf(call), call.caller.access));
  },
};

/** A user has one account of a provider here, as in the baseline (limits 3). */
export const addProvider: Handler<RowOf<'oauth.addProvider'>> = {
  ignoresQuery: true,
  async run({ project, body, store, random }) {
    const { provider_config_id: provider, account_id, email = null, allow_sign_in, allow_connected_accounts } = body;
    const user = requireUser(store, project, body.user_id);
    if (!project.config.oauth_providers.some(({ id, enabled }) => id === provider && enabled)) {
      throw known('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
    }
    if (allow_sign_in) requireFreeForSignIn(store, project, provider, account_id, user.key);
    if (findAccountOfUser(store, user.key, provider) !== undefined) throw known('USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION');
    const flags = { allow_sign_in: Number(allow_sign_in), allow_connected_accounts: Number(allow_connected_accounts) };
    insertOAuthAccount(store, { id: uuid(random), user: user.key, provider, account_id, email, ...flags });
    return reply(serverItem(requireAccount(findAccountOfUser(store, user.key, provider))), 201);
  },
};

export const updateProvider: Handler<RowOf<'oauth.updateProvider'>> = {
  ignoresQuery: true,
  async run(call) {
    const { store, project, caller } = call;
    const account = accountOf(call);
    const { account_id, email, allow_sign_in, allow_connected_accounts }: ServerOAuthProviderUpdate = call.body;
    const change = {
      account_id: account_id ?? account.account_id,
      email: email ?? account.email,
      allow_sign_in: Number(allow_sign_in ?? account.allow_sign_in),
      allow_connected_accounts: Number(allow_connected_accounts ?? account.allow_connected_accounts),
    };
    if (change.allow_sign_in === 1) requireFreeForSignIn(store, project, account.provider, change.account_id, account.user);
    updateOAuthAccount(store, account, change);
    return reply(shaped({ ...account, ...change }, caller.access));
  },
};

export const removeProvider: Handler<RowOf<'oauth.removeProvider'>> = {
  ignoresQuery: true,
  async run(call) {
    deleteOAuthAccount(call.store, accountOf(call));
    return reply({ success: true as const });
  },
};

type ItemCall = Call<RowOf<'oauth.provider'>> | Call<RowOf<'oauth.updateProvider'>> | Call<RowOf<'oauth.removeProvider'>>;

function accountOf({ caller, project, params, store }: ItemCall): OAuthAccount {
  requireOwn(caller, params.user_id);
  const user = requireUser(store, project, params.user_id);
  return requireAccount(accountsOfUser(store, user.key).find(({ id }) => id === params.id.toLowerCase()));
}

function requireAccount(account: OAuthAccount | undefined): OAuthAccount {
  if (account === undefined) throw plain(404, 'OAuth provider not found');
  return account;
}

function requireUser(store: Store, project: Project, userId: string): UserRow {
  const user = findUser(store, project.key, userId);
  if (user === undefined) throw known('USER_NOT_FOUND');
  return user;
}

function requireOwn({ access, user }: Caller, userId: string): void {
  if (access !== 'client' || user?.id === userId.toLowerCase()) return;
  throw plain(403, 'Client can only access its own OAuth providers');
}

/** Two users cannot sign in with one account. */
function requireFreeForSignIn(store: Store, project: Project, provider: string, accountId: string, user: number): void {
  const holder = findSignInAccount(store, project.key, provider, accountId);
  if (holder !== undefined && holder.user !== user) throw known('OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN');
}

/** The account's id is for servers only. */
function shaped(account: OAuthAccount, access: AccessType | null): ClientOAuthProvider | ServerOAuthProvider {
  return access === 'client' ? clientItem(account) : serverItem(account);
}

function clientItem({ id, user_id, provider, email, ...flags }: OAuthAccount): ClientOAuthProvider {
  return {
    id,
    user_id,
    type: provider,
    provider_config_id: provider,
    ...(email === null ? {} : { email }),
    allow_sign_in: flags.allow_sign_in === 1,
    allow_connected_accounts: flags.allow_connected_accounts === 1,
  };
}

function serverItem(account: OAuthAccount): ServerOAuthProvider {
  return { ...clientItem(account), account_id: account.account_id };
}
