import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newestFirst } from '#contract/query/user-query.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { StoredState, UserField } from '#contract/workers/library.ts';
import { indexUsers } from '#tests/support/samples/index-users.ts';
import { sampleServerUser } from '#tests/support/samples/sample-user.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openIndexDatabase } from './index-database';
import { createLibraryService } from './library-service';
import { openIndex } from './open-index';

const noPause = async () => undefined;
const key = 'ab'.repeat(32);

async function filled() {
  const path = join(await temporaryFolder(), 'library', 'index.db');
  const open = (own: { key?: string; subject?: string } = {}) => openIndex({ path, key, subject: 's', ...own }, () => 0);
  const index = open();
  await index.handle({ op: 'put-users', users: [sampleServerUser] }, noPause);
  const state = async (opened = open()) => {
    const { users, wasRebuilt } = (await opened.handle({ op: 'state' }, noPause)) as StoredState;
    opened.close();
    return { users, wasRebuilt };
  };
  return { path, open, index, state };
}

test('the files are private, and contain nothing that can be read', async () => {
  const { path, index, state } = await filled();
  for (const end of ['', '-wal']) {
    expect(statSync(`${path}${end}`).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(`${path}${end}`, 'latin1');
    expect(['lovelace', 'SQLite format', 'CREATE TABLE'].filter((text) => bytes.includes(text))).toEqual([]);
  }
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  index.close();
  expect(await state()).toEqual({ users: 1, wasRebuilt: false });
});

test.each<[string, (scene: Awaited<ReturnType<typeof filled>>) => { key?: string; subject?: string }]>([
  ['of another project', () => ({ subject: 'other' })],
  ['with another key', () => ({ key: 'cd'.repeat(32) })],
  [
    'that is damaged',
    ({ path }) => {
      writeFileSync(path, 'x'.repeat(10_000));
      rmSync(`${path}-wal`, { force: true });
      return {};
    },
  ],
  [
    'of another version',
    ({ path }) => {
      const database = openIndexDatabase({ path, key, subject: 's' });
      database.run("UPDATE settings SET value = '0' WHERE name = 'schema'");
      database.close();
      return {};
    },
  ],
])('a file %s is built again', async (_what, change) => {
  const scene = await filled();
  scene.index.close();
  expect(await scene.state(scene.open(change(scene)))).toEqual({ users: 0, wasRebuilt: true });
});

test('a full disk is reported, and leaves what was there', async () => {
  const path = join(await temporaryFolder(), 'index.db');
  const database = openIndexDatabase({ path, key, subject: 's' });
  const pages = database.one<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
  database.script(`PRAGMA max_page_count = ${pages + 2}`);
  expect(() => database.transaction(() => database.run('INSERT INTO bodies VALUES (1, hex(zeroblob(100000)))'))).toThrow('disk-full');
  expect(database.one('SELECT count(*) AS count FROM bodies')).toMatchObject({ count: 0 });
  database.close();
});

test('metadata of 5 MB is stored and searched', async () => {
  const { index } = await filled();
  const large = {
    ...sampleServerUser,
    id: '00000000-0000-4000-8000-000000000001',
    server_metadata: { text: 'lorem ipsum '.repeat(400_000), end: 'needle' },
  };
  await index.handle({ op: 'put-users', users: [large] }, noPause);
  const query = { field: 'text', value: 'needle' } as const;
  const found = await index.handle({ op: 'count', queries: [query], nowMillis: 0 }, noPause);
  expect(found).toEqual([1]);
  index.close();
});

const partsOf = async (index: Awaited<ReturnType<typeof filled>>['index'], ids: readonly string[], fields?: readonly UserField[]) => {
  const texts = await index.handle({ op: 'read-users', ids: [...ids], ...(fields && { fields: [...fields] }) }, noPause);
  return (texts as string[]).flatMap((text) => JSON.parse(text) as unknown[]);
};

test.each<[string, object, readonly UserField[], object]>([
  ['no field', {}, [], {}],
  ['a truth', { primary_email_verified: true }, ['primary_email_verified'], { primary_email_verified: true }],
  ['a number', { signed_up_at_millis: 7 }, ['signed_up_at_millis'], { signed_up_at_millis: 7 }],
  ['null', { server_metadata: null }, ['server_metadata'], { server_metadata: null }],
  ['one that is missing', { country_code: undefined }, ['country_code'], {}],
  ['one that is named twice', { has_password: true }, ['has_password', 'has_password', 'id'], { has_password: true }],
  ['quotes and other scripts', { display_name: `"Ada", {'🜁'}\n\u0000` }, [], { display_name: `"Ada", {'🜁'}\n\u0000` }],
  ['a broken character', { display_name: 'Ada \ud83d' }, [], { display_name: 'Ada \ud83d' }],
  ['no address', { primary_email: null }, ['primary_email'], { primary_email: null }],
  [
    '5 MB',
    { server_metadata: { note: 'x'.repeat(5_000_000) }, client_metadata: { step: 1 } },
    ['client_metadata'],
    { client_metadata: { step: 1 } },
  ],
])('of a user with %s, only the named fields are read, and who it is', async (_what, own, fields, expected) => {
  const { index } = await filled();
  const { id, primary_email, display_name } = sampleServerUser;
  await index.handle({ op: 'put-users', users: [{ ...sampleServerUser, ...own }] }, noPause);
  expect(await partsOf(index, [id], fields)).toEqual([{ id, primary_email, display_name, ...expected }]);
});

test('many users are read in the order of their IDs', async () => {
  const { index } = await filled();
  const ids = Array.from({ length: 120 }, (_none, at) => `10000000-0000-4000-8000-${String((at * 7_919) % 1_000).padStart(12, '0')}`);
  await index.handle({ op: 'put-users', users: ids.map((id) => ({ ...sampleServerUser, id })) }, noPause);
  const wanted = [...ids].sort().reverse();
  expect((await partsOf(index, wanted, ['is_anonymous'])).map((user) => (user as { id: string }).id)).toEqual(wanted);
  expect(await partsOf(index, [], [])).toEqual([]);
});

test('users are read in the order of their IDs, without those who aren’t there', async () => {
  const { index } = await filled();
  const ids = ['10000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002'];
  await index.handle({ op: 'put-users', users: ids.map((id) => ({ ...sampleServerUser, id })) }, noPause);
  await index.handle({ op: 'remove-users', ids: ids.slice(0, 1) }, noPause);
  const wanted = [ids[1] ?? '', 'unknown', ids[0] ?? '', sampleServerUser.id];
  expect(await partsOf(index, wanted, [])).toMatchObject([{ id: ids[1] }, { id: sampleServerUser.id }]);
});

test('a user whose metadata is too deep for a part of it is read whole', async () => {
  const { index } = await filled();
  let deep: JsonValue = 1;
  for (let level = 0; level < 1_500; level += 1) deep = [deep];
  const user = { ...sampleServerUser, server_metadata: { deep } };
  await index.handle({ op: 'put-users', users: [user] }, noPause);
  expect(await partsOf(index, [user.id], ['server_metadata'])).toEqual(await partsOf(index, [user.id]));
});

test('a request that isn’t valid, about a file that isn’t open, or canceled fails with a code', async () => {
  const posted: unknown[] = [];
  const service = createLibraryService({ post: (response) => void posted.push(response), monotonic: () => 0, pause: noPause });
  await service.receive({ id: 1, path: 'x', request: { op: 'nothing' } });
  await service.receive({ id: 2, path: 'x', request: { op: 'state' } });
  expect(posted).toEqual([
    { id: 1, ok: false, fault: 'fault' },
    { id: 2, ok: false, fault: 'closed' },
  ]);
});

test('an index that is closed while the values of a path are read stops without a fault', async () => {
  const { index, path } = await filled();
  const users = indexUsers(3_000, () => 0.3);
  await index.handle({ op: 'put-users', users }, noPause);
  const query = { field: 'metadata', path: 'server.plan', is: { op: 'exists' } } as const;
  await index.handle({ op: 'find', query, order: newestFirst, offset: 0, limit: 1, nowMillis: 0 }, noPause);
  index.close();
  await setImmediate();
  const again = openIndex({ path, key, subject: 's' }, () => 0);
  const counted = await again.handle({ op: 'count', queries: [query], nowMillis: 0 }, noPause);
  expect(counted).toEqual([
    1 + users.filter(({ server_metadata: own }) => typeof own === 'object' && own !== null && 'plan' in own).length,
  ]);
  again.close();
});
