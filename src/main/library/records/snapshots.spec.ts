import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SnapshotData } from '#contract/journal/snapshot.ts';
import type { RecordsRequest } from '#contract/workers/records.ts';
import { sampleServerUser } from '#tests/support/samples/sample-user.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openRecords } from './open-records';
import { openRecordsDatabase } from './records-database';

const key = 'ab'.repeat(32);
const time = Date.UTC(2026, 10, 28);
const destination = 'https://x.test p';
const day = 86_400_000;

const userData = (id: string): SnapshotData => ({
  kind: 'user',
  user: { ...sampleServerUser, id, display_name: `Lovelace ${id} \ud800\0` },
  channels: [],
  teams: [],
  permissionIds: [],
  accounts: [],
  preferences: [],
  unread: [],
  leftOut: false,
});
const teamData: SnapshotData = {
  kind: 'team',
  team: { id: 't', display_name: 'Team', profile_image_url: null, client_metadata: null, client_read_only_metadata: null },
  members: [
    { id: 'u1', name: 'Lovelace', email: 'l@x.test', permissionIds: [] },
    { id: 'u2', name: 'Wirth', email: null, permissionIds: [] },
  ],
  invitations: [],
  accountId: null,
  unread: [],
  leftOut: false,
};

async function opened() {
  const path = join(await temporaryFolder(), 'records.db');
  const records = openRecords({ path, key, nowMillis: time });
  const ask = <R extends RecordsRequest>(request: R) => records.handle(request, async () => undefined) as Promise<never>;
  const put = (id: string, data: SnapshotData, own: object = {}) =>
    ask({ op: 'put-snapshot', id, connectionId: 'c', destination, takenAtMillis: time, data, ...own });
  const list = async (nowMillis = time + 1, own: object = {}) =>
    ((await ask({ op: 'list-snapshots', connectionId: 'c', destination, nowMillis, ...own })) as { id: string }[]).map(({ id }) => id);
  const read = async (id: string | number, nowMillis = time + 1) =>
    (await ask({ op: 'read-snapshot', id, nowMillis })) as null | { deletion: string; seq: number | null; data: SnapshotData };
  return { path, records, ask, put, list, read };
}

test('a snapshot of an unfinished deletion is kept as unknown; one of a refused deletion isn’t kept', async () => {
  const { ask, put, list, read } = await opened();
  await put('a', userData('u1'));
  expect(await read('a')).toMatchObject({ deletion: 'unknown', seq: null, data: { user: { id: 'u1' } } });
  await put('b', userData('u2'));
  await ask({ op: 'finish-snapshot', id: 'b', result: 'failed' });
  expect(await list()).toEqual(['a']);
  // The second try found out that the first one did it.
  await put('c', userData('u1'), { takenAtMillis: time + 1 });
  await ask({ op: 'finish-snapshot', id: 'c', result: 'done' });
  expect(await list(time + 2)).toEqual(['c']);
});

test('is listed of its connection and project for 30 days, and removed then', async () => {
  const { ask, put, list, read } = await opened();
  await put('a', userData('u1'));
  await put('b', teamData, { connectionId: 'd' });
  expect(await list(time + 1, { destination: 'https://x.test other' })).toEqual([]);
  expect(await list(time + 1, { targetId: 'u2' })).toEqual([]);
  expect(await list(time + 30 * day - 1, { targetId: 'u1' })).toEqual(['a']);
  expect(await list(time + 30 * day)).toEqual([]);
  expect(await read('a', time + 30 * day)).toBeNull();
  const remove = (which: object | 'all') => ask({ op: 'remove-snapshots', which } as RecordsRequest);
  expect(await remove({ takenBeforeMillis: time - 1 })).toEqual({ removed: 0 });
  expect(await remove({ takenBeforeMillis: time })).toEqual({ removed: 2 });
  await put('a', userData('u1'));
  await put('b', teamData, { connectionId: 'd' });
  expect(await remove({ exceptConnections: ['c'] })).toEqual({ removed: 1 });
  expect(await remove('all')).toEqual({ removed: 1 });
});

test('a person goes from all snapshots of the project, and nothing is left in the file', async () => {
  const { path, records, ask, put, list, read } = await opened();
  await put('a', userData('u1'));
  await put('b', teamData);
  await put('c', userData('u1'), { destination: 'https://other.test p' });
  await ask({ op: 'erase-person', timeMillis: time, ids: ['u1'], names: [], destination });
  expect(await list()).toEqual(['b']);
  expect(await read('b')).toMatchObject({ data: { members: [{ id: 'u2' }] } });
  expect(await read('c')).not.toBeNull();
  await ask({ op: 'erase-person', timeMillis: time, ids: ['u1'], names: [], destination: null });
  records.close();
  const database = openRecordsDatabase({ path, key, nowMillis: time });
  expect(JSON.stringify(database.all('SELECT * FROM snapshots'))).not.toContain('Lovelace');
});

test('a step is begun once, unless it failed or is repeated, and never after it was done', async () => {
  const { ask, put } = await opened();
  await put('a', userData('u1'));
  const begin = (repeated = false) => ask({ op: 'begin-step', id: 'a', step: 'create', repeated });
  const end = (result: 'done' | 'failed' | 'unclear', newId: string | null = null) =>
    ask({ op: 'end-step', id: 'a', step: 'create', ended: { result, code: null, known: null }, newId });
  expect(await begin()).not.toBeNull();
  // Another window, or the next start after a crash.
  expect(await begin()).toBeNull();
  await end('failed');
  expect(await begin()).not.toBeNull();
  await end('unclear');
  expect(await begin()).toBeNull();
  expect(await begin(true)).not.toBeNull();
  await end('done', 'n');
  expect([await begin(), await begin(true)]).toEqual([null, null]);
  expect(
    await ask({ op: 'end-step', id: 'a', step: 'team:t', ended: { result: 'done', code: null, known: null }, newId: null }),
  ).toMatchObject({
    newId: 'n',
  });
  await expect(ask({ op: 'begin-step', id: 'gone', step: 'create', repeated: false })).rejects.toThrow('gone');
});
