import { describe, expect, test } from 'vitest';
import type { Connection } from '../../../contract/bridge/connections';
import type { KeySet } from '../../../contract/service/models/api-key-models';
import { keysOfSet, kindsInUse } from './project-keys';

const setOf = (keys: object) => ({ id: 's', description: '', created_at_millis: 0, expires_at_millis: 1, ...keys }) as KeySet;
const all = {
  publishable_client_key: { last_four: 'pppp' },
  secret_server_key: { last_four: 'ssss' },
  super_secret_admin_key: { last_four: 'aaaa' },
};

test.each([
  ['every kind', all, ['client', 'server', 'admin']],
  ['one kind', { secret_server_key: { last_four: 'ssss' } }, ['server']],
  ['a kind that this version doesn’t know', { secret_worker_key: { last_four: 'wwww' } }, []],
])('the keys of a set with %s', (_name, keys, kinds) => {
  expect(keysOfSet(setOf(keys)).map(({ kind }) => kind)).toEqual(kinds);
});

describe('the kinds that a connection uses', () => {
  const none = { client: false, server: false, admin: false, owner: null } as const;
  test.each<[string, Partial<Connection['credentials']>, object, string[]]>([
    ['of all three', { client: 'pppp', server: 'ssss', admin: 'aaaa' }, all, ['client', 'server', 'admin']],
    ['of one', { client: 'xxxx', server: 'ssss', admin: false }, all, ['server']],
    ['with the end of another kind', { client: 'ssss', server: 'aaaa', admin: 'pppp' }, all, []],
    ['whose ends aren’t known', { client: true, server: true, admin: true }, all, []],
    ['of kinds that the set doesn’t have', { server: 'ssss' }, { publishable_client_key: { last_four: 'ssss' } }, []],
    ['of none', {}, all, []],
  ])('%s', (_name, credentials, keys, kinds) => {
    expect(kindsInUse(setOf(keys), { credentials: { ...none, ...credentials } })).toEqual(kinds);
  });
});
