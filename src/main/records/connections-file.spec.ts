import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { systemClock } from '../runtime/system-clock';
import { connectionsFile, connectionsFileName, withDefaults } from './connections-file';

const first = { id: 'a', kind: 'project', name: 'Shop', baseUrl: 'https://x.test', projectId: 'p', environment: 'production' } as const;
const keys = { server: { item: 'key/1', ending: 'abcd' } };
const owner = { kind: 'owner', internalConnectionId: 'internal', accountId: 'a1' };
const known = [
  { ...withDefaults(first), keys },
  { ...withDefaults({ ...first, id: 'b' }), owner },
];
const lists = { adding: ['key/2'], leftovers: ['key/3'], removed: ['c'] };
const versionThree = { format: 'latchkey/connections', version: 3, data: { connections: known, ...lists } };

async function open(content: unknown) {
  const profile = await temporaryFolder();
  const path = join(profile, connectionsFileName);
  await writeFile(path, JSON.stringify(content));
  const unreadableFile: unknown[] = [];
  return { file: connectionsFile(profile, systemClock, (what) => unreadableFile.push(what)), unreadableFile, path };
}

test.each([2, 3])('a file of version %d keeps everything except the owner’s user, who has yet to be found', async (version) => {
  const { file, unreadableFile, path } = await open({ ...versionThree, version });
  const { accountId: formerAccountId, ...rest } = owner;
  const upgraded = {
    connections: [
      { ...withDefaults(first), keys },
      { ...withDefaults({ ...first, id: 'b' }), owner: { ...rest, userId: null, name: null, formerAccountId } },
    ],
    ...lists,
  };
  expect([await file.read(), unreadableFile]).toEqual([upgraded, []]);
  await file.update((data) => data);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ ...versionThree, version: 8, data: upgraded });
  expect(await file.read()).toEqual(upgraded);
});

test('a file of version 4 keeps everything, and requires presence for nothing', async () => {
  const { requirePresence: _none, ...former } = { ...withDefaults(first), keys };
  const { file, unreadableFile } = await open({ ...versionThree, version: 4, data: { ...lists, connections: [former] } });
  expect([await file.read(), unreadableFile]).toEqual([{ ...lists, connections: [{ ...former, requirePresence: false }] }, []]);
});

test('a file of version 5 has sent keys to the servers that were detected, and to no others', async () => {
  const detected = { release: null, features: {}, at: 1 };
  const connections = [
    { ...withDefaults(first), keys, detected },
    { ...withDefaults({ ...first, id: 'b' }), keys },
  ];
  const { file, unreadableFile } = await open({ ...versionThree, version: 5, data: { ...lists, connections } });
  expect((await file.read()).connections.map(({ id, serverChecked }) => [id, serverChecked])).toEqual([
    ['a', true],
    ['b', undefined],
  ]);
  expect(unreadableFile).toEqual([]);
});

test('a file of version 1 keeps every connection', async () => {
  const demo = { ...first, id: 'sandbox', kind: 'sandbox', baseUrl: null, environment: 'development' } as const;
  const { file } = await open({ format: 'latchkey/connections', version: 1, data: [first, demo] });
  expect((await file.read()).connections).toEqual([withDefaults(first), withDefaults(demo)]);
});

test.each([
  { what: 'a current owner', data: { ...versionThree.data, connections: [{ ...known[1], owner: { ...owner, userId: 'u' } }] } },
  { what: 'an owner without an account', data: { ...versionThree.data, connections: [{ ...known[1], owner: { kind: 'owner' } }] } },
  { what: 'a connection without an owner field', data: { ...versionThree.data, connections: [first] } },
  { what: 'no lists', data: { connections: known } },
  { what: 'a list as in version 1', data: [first] },
])('renames a file of version 3 with $what', async ({ data }) => {
  const { file, unreadableFile } = await open({ ...versionThree, data });
  expect((await file.read()).connections).toEqual([]);
  expect(unreadableFile).toMatchObject([{ kind: 'file-unreadable', file: connectionsFileName }]);
});

test('drops features that only another version of the app knows', async () => {
  const detected = { release: '2.8.86', features: { 'owner-team': true, 'restricted-users': true, constructor: false }, at: 1 };
  const data = { ...versionThree.data, connections: [{ ...withDefaults(first), detected }] };
  const { file, unreadableFile } = await open({ ...versionThree, version: 8, data });
  expect((await file.read()).connections.map((connection) => connection.detected?.features)).toEqual([{ 'owner-team': true }]);
  expect(unreadableFile).toEqual([]);
});

test('a file of version 6 keeps everything, and has not sent more keys', async () => {
  const detected = { release: null, features: {}, at: 1 };
  const data = { ...lists, connections: [{ ...withDefaults(first), keys, detected }] };
  const { file, unreadableFile } = await open({ ...versionThree, version: 6, data });
  expect([await file.read(), unreadableFile]).toEqual([data, []]);
});

test.each<[stored: unknown, targets: object | 'same']>([
  [{ home: 'teams', afterSignIn: 'sessions', afterSignUp: 'createTeam', afterSignOut: 'signIn' }, 'same'],
  [{ home: 'teams', afterSignIn: 'observatory' }, { home: 'teams' }],
  [{ home: 'signIn', afterSignOut: 'domains' }, { afterSignOut: 'domains' }],
  [{ home: 'edit', afterSignIn: 'start', afterSignUp: 'user', afterSignOut: '/c/a/users' }, {}],
  [{ beforeSignIn: 'users', home: null, afterSignIn: 3, afterSignUp: ['users'], afterSignOut: { screen: 'users' } }, {}],
  [JSON.parse('{"__proto__":{"home":"users"},"home":"__proto__"}'), {}],
  [null, {}],
  ['users', {}],
  [['users'], {}],
])('reads the targets that it knows of %j', async (targets, expected) => {
  const data = { ...lists, connections: [{ ...withDefaults(first), targets }, withDefaults({ ...first, id: 'b' })] };
  const { file, unreadableFile } = await open({ ...versionThree, version: 8, data });
  const [one, other] = (await file.read()).connections;
  expect(one?.targets).toStrictEqual(expected === 'same' ? targets : expected);
  expect(other).not.toHaveProperty('targets');
  expect(unreadableFile).toEqual([]);
});
