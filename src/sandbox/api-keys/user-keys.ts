/** Endpoints of user API keys (wire/endpoints 8). */
import type { RowOf } from '#contract/service/index.ts';
import type { UserApiKey } from '#contract/service/models/api-key-models.ts';
import type { CheckedRequest, Handler } from '../http/context';
import { knownError, plainFailure, schemaError } from '../http/failures';
import { reply } from '../http/respond';
import { type ApiKeyRow, findApiKey, listApiKeys } from '../stores/api-key-store';
import { findUser } from '../stores/user-store';
import { commonKeyFields, createApiKey, lastFour, requireApiKey, requireApiKeysEnabled } from './api-keys';
import { createKeyHandlers } from './create-key-handlers';

export const listUserKeys: Handler<RowOf<'apiKeys.listUserKeys'>> = {
  async run(call) {
    const { store, project, query } = call;
    requireApiKeysEnabled(project, 'user');
    requireOwnKeys(call, query.user_id);
    if (query.user_id === undefined) throw schemaError('user_id is required for user API keys');
    const user = findUser(store, project.key, query.user_id);
    return reply({ items: user ? listApiKeys(store, 'user', user.key).map(toUserKey) : [], is_paginated: false as const });
  },
};

/** The only response with the key itself. */
export const createUserKey: Handler<RowOf<'apiKeys.createUserKey'>> = {
  async run(call) {
    const { store, project, body } = call;
    requireApiKeysEnabled(project, 'user');
    requireOwnKeys(call, body.user_id);
    const row = createApiKey(call, project, { kind: 'user', key: findUser(store, project.key, body.user_id)?.key }, body);
    return reply({ ...commonKeyFields(row), type: 'user' as const, user_id: row.owner_id, value: row.value });
  },
};

const { read, update, check } = createKeyHandlers('user', requireUserKey, toUserKey);
export const readUserKey: Handler<RowOf<'apiKeys.readUserKey'>> = read;
export const updateUserKey: Handler<RowOf<'apiKeys.updateUserKey'>> = update;
export const checkUserKey: Handler<RowOf<'apiKeys.checkUserKey'>> = check;

type UserKeyRequest = Pick<CheckedRequest<RowOf<'apiKeys.readUserKey'>>, 'store' | 'project' | 'caller' | 'params' | 'query'>;

function requireUserKey(call: UserKeyRequest): ApiKeyRow {
  const { store, project, params, query } = call;
  requireApiKeysEnabled(project, 'user');
  requireOwnKeys(call, query.user_id);
  const row = requireApiKey(findApiKey(store, project.key, 'user', params.api_key_id));
  if (query.user_id !== undefined && query.user_id.toLowerCase() !== row.owner_id) throw knownError('API_KEY_NOT_FOUND');
  requireOwnKeys(call, row.owner_id);
  return row;
}

/** Requires that clients only manage their own user's keys. */
function requireOwnKeys({ caller }: Pick<UserKeyRequest, 'caller'>, userId: string | undefined): void {
  if (caller.access !== 'client') return;
  if (caller.user === null) throw knownError('USER_AUTHENTICATION_REQUIRED');
  if (userId !== undefined && userId.toLowerCase() !== caller.user.id) throw plainFailure(403, 'Client can only manage their own api keys');
}

function toUserKey(row: ApiKeyRow): UserApiKey {
  return { ...commonKeyFields(row), type: 'user', user_id: row.owner_id, value: lastFour(row) };
}
