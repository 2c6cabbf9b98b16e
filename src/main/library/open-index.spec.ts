import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newestFirst } from '#contract/query/user-query.ts';
import type { StoredState } from '#contract/workers/library.ts';
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
