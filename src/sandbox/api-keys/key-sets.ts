/** Endpoints of project key sets (wire/endpoints 9.1). */
import type { z } from 'zod';
import type { RowOf } from '../../contract/service';
import type { keySet } from '../../contract/service/models/api-key-models';
import { createProjectKey } from '../projects/signing-keys';
import { uuid } from '../random';
import type { CheckedRequest, Handler } from '../server/context';
import { knownError } from '../server/failures';
import { reply } from '../server/respond';
import { findKeySet, insertKeySet, type KeySetRow, keyKinds, listKeySets, updateKeySet } from './key-set-store';

export const listProjectKeys: Handler<RowOf<'apiKeys.listKeySets'>> = {
  async run({ store, project }) {
    return reply({ items: listKeySets(store, project.key).map(toKeySet), is_paginated: false as const });
  },
};

/** The only response with the keys themselves. The expiry time may be in the past. */
export const createProjectKeys: Handler<RowOf<'apiKeys.createKeySet'>> = {
  async run({ store, clock, random, project, body }) {
    const id = uuid(random);
    insertKeySet(store, {
      id,
      project: project.key,
      description: body.description,
      createdAt: clock.now(),
      expiresAt: body.expires_at_millis,
      publishable_client_key: body.has_publishable_client_key ? createProjectKey(random, 'pck') : null,
      secret_server_key: body.has_secret_server_key ? createProjectKey(random, 'ssk') : null,
      super_secret_admin_key: body.has_super_secret_admin_key ? createProjectKey(random, 'sak') : null,
    });
    const row = requireSet({ store, project, params: { api_key_id: id } });
    return reply({ ...fieldsOf(row), ...keysOf(row, (key) => key) });
  },
};

export const readProjectKeys: Handler<RowOf<'apiKeys.readKeySet'>> = {
  async run(call) {
    return reply(toKeySet(requireSet(call)));
  },
};

export const updateProjectKeys: Handler<RowOf<'apiKeys.updateKeySet'>> = {
  async run(call) {
    const { store, clock, body } = call;
    const { key } = requireSet(call);
    updateKeySet(store, key, { description: body.description, revokedAt: body.revoked ? clock.now() : undefined });
    return reply(toKeySet(requireSet(call)));
  },
};

function requireSet({
  store,
  project,
  params,
}: Pick<CheckedRequest<RowOf<'apiKeys.readKeySet'>>, 'store' | 'project' | 'params'>): KeySetRow {
  const row = findKeySet(store, project.key, params.api_key_id);
  if (row === undefined) throw knownError('API_KEY_NOT_FOUND');
  return row;
}

function toKeySet(row: KeySetRow): z.input<typeof keySet> {
  return { ...fieldsOf(row), ...keysOf(row, (key) => ({ last_four: key.slice(-4) })) };
}

function fieldsOf({ id, description, created_at, expires_at, revoked_at }: KeySetRow) {
  return {
    id,
    description,
    created_at_millis: created_at,
    expires_at_millis: expires_at,
    ...(revoked_at === null ? {} : { manually_revoked_at_millis: revoked_at }),
  };
}

/** Returns the keys that the set has. */
function keysOf<T>(row: KeySetRow, show: (key: string) => T): { readonly [K in (typeof keyKinds)[number]]?: T } {
  return Object.fromEntries(keyKinds.flatMap((kind) => (row[kind] === null ? [] : [[kind, show(row[kind])]])));
}
