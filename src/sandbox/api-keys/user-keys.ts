/** API keys of users (wire/endpoints 8). */
import type { RowOf } from '../../contract/service';
import type { UserApiKey } from '../../contract/service/api-key-models';
import type { Call, Handler } from '../server/context';
import { known, plain, schemaError } from '../server/failures';
import { received } from '../server/require-secret-text';
import { reply } from '../server/respond';
import { findUser } from '../users/user-store';
import { type ApiKeyRow, findApiKey, listApiKeys } from './api-key-store';
import { changedKey, ending, fieldsOf, goodKey, makeKey, requireKey, requireKeysOn, servedCheck } from './api-keys';

export const listUserKeys: Handler<RowOf<'apiKeys.listUserKeys'>> = {
  async run(call) {
    const { store, project, query } = call;
    requireKeysOn(project, 'user');
    requireOwnKeys(call, query.user_id);
    if (query.user_id === undefined) throw schemaError('user_id is required for user API keys');
    const user = findUser(store, project.key, query.user_id);
    return reply({ items: user ? listApiKeys(store, 'user', user.key).map(shown) : [], is_paginated: false as const });
  },
};

/** The only answer that holds the key itself. */
export const createUserKey: Handler<RowOf<'apiKeys.createUserKey'>> = {
  async run(call) {
    const { store, project, body } = call;
    requireKeysOn(project, 'user');
    requireOwnKeys(call, body.user_id);
    const row = makeKey(call, project, { kind: 'user', key: findUser(store, project.key, body.user_id)?.key }, body);
    return reply({ ...fieldsOf(row), type: 'user' as const, user_id: row.owner_id, value: row.value });
  },
};

export const readUserKey: Handler<RowOf<'apiKeys.readUserKey'>> = {
  async run(call) {
    return reply(shown(requireUserKey(call)));
  },
};

export const updateUserKey: Handler<RowOf<'apiKeys.updateUserKey'>> = {
  async run(call) {
    return reply(shown(changedKey(call, 'user', requireUserKey(call), call.body)));
  },
};

export const checkUserKey: Handler<RowOf<'apiKeys.checkUserKey'>> = {
  accepts: { server: servedCheck },
  async run(call) {
    requireKeysOn(call.project, 'user');
    return reply(shown(goodKey(call, call.project, 'user', received(call.body.api_key))));
  },
};

type Asked = Pick<Call<RowOf<'apiKeys.readUserKey'>>, 'store' | 'project' | 'caller' | 'params' | 'query'>;

function requireUserKey(call: Asked): ApiKeyRow {
  const { store, project, params, query } = call;
  requireKeysOn(project, 'user');
  requireOwnKeys(call, query.user_id);
  const row = requireKey(findApiKey(store, project.key, 'user', params.api_key_id));
  if (query.user_id !== undefined && query.user_id.toLowerCase() !== row.owner_id) throw known('API_KEY_NOT_FOUND');
  requireOwnKeys(call, row.owner_id);
  return row;
}

/** Clients manage the keys of their own user only. */
function requireOwnKeys({ caller }: Pick<Asked, 'caller'>, userId: string | undefined): void {
  if (caller.access !== 'client') return;
  if (caller.user === null) throw known('USER_AUTHENTICATION_REQUIRED');
  if (userId !== undefined && userId.toLowerCase() !== caller.user.id) throw plain(403, 'Client can only manage their own api keys');
}

function shown(row: ApiKeyRow): UserApiKey {
  return { ...fieldsOf(row), type: 'user', user_id: row.owner_id, value: ending(row) };
}
