import { describe, expect, test } from 'vitest';
import type { Connection } from '#contract/bridge/connections.ts';
import type { KeySet } from '#contract/service/models/api-key-models.ts';
import { keysOfSet, kindsInUse, readApiKeyText } from './project-keys';

const secret = 'y63fch26w14wmchwyfgcw8t7swm4fv4dk79q9g8xe6sza';
const id = '6e8f5f6a9a414e6f93a10f4d3b9a8c11';
const key = `sk_${secret}${id}user1574ck4u7hb7ceba30`;
const readId = '6e8f5f6a-9a41-4e6f-93a1-0f4d3b9a8c11';

test.each([
  ['a user’s key', key, { owner: 'user', id: readId }],
  ['a team’s key', key.replace('user', 'team'), { owner: 'team', id: readId }],
  ['a public key', key.replace('sk_', 'pk_'), { owner: 'user', id: readId }],
  ['nothing', '', null],
  ['a project key', `sak_${secret}`, null],
  ['a key that is cut off', key.slice(0, -1), null],
  ['a key with something behind it', `${key}0`, null],
  ['a key of an unknown owner', key.replace('user', 'crew'), null],
  ['an ID that is none', key.replace(id, 'z'.repeat(32)), null],
])('%s', (_name, text, expected) => {
  expect(readApiKeyText(text)).toEqual(expected);
});

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
