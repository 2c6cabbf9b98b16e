import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { type Database, LibraryError } from '../encrypted-database';
import { createCommitGroup } from './commit-group';
import { openRecordsDatabase } from './records-database';

async function opened() {
  const path = join(await temporaryFolder(), 'library', 'records.db');
  const database: Database = openRecordsDatabase({ path, key: 'ab'.repeat(32), nowMillis: 1 });
  database.script('CREATE TABLE stored (n INTEGER PRIMARY KEY)');
  let commits = 0;
  const counting: Pick<Database, 'transaction' | 'script'> = {
    script: database.script,
    transaction(work) {
      const result = database.transaction(work);
      commits += 1;
      return result;
    },
  };
  let go = () => {};
  const pause = () => new Promise<void>((resolve) => (go = resolve));
  const group = createCommitGroup(counting);
  const add = (n: number, fault?: Error) =>
    group.add(() => {
      database.run('INSERT INTO stored (n) VALUES (?)', [n]);
      if (fault !== undefined) throw fault;
      return n;
    }, pause);
  const stored = () => database.all<{ n: number }>('SELECT n FROM stored ORDER BY n').map(({ n }) => n);
  return { database, group, add, go: () => go(), commits: () => commits, stored };
}

test('writes of the same moment are stored by one commit, and each has its own result', async () => {
  const { add, go, commits, stored } = await opened();
  const all = Promise.all([add(1), add(2), add(3)]);
  expect(stored()).toEqual([]);
  go();
  expect(await all).toEqual([1, 2, 3]);
  expect([commits(), stored()]).toEqual([1, [1, 2, 3]]);
  const later = add(4);
  go();
  expect([await later, commits(), stored()]).toEqual([4, 2, [1, 2, 3, 4]]);
});

test.each([
  ['alone', [1], [], [null]],
  ['the first of three', [1, 2, 3], [2, 3], [null, 2, 3]],
  ['between others', [2, 1, 3], [2, 3], [2, null, 3]],
  ['the last', [2, 3, 1], [2, 3], [2, 3, null]],
])('work that fails, %s, stores nothing and leaves the others alone', async (_where, order, left, results) => {
  const { add, go, stored } = await opened();
  const gone = new LibraryError('gone');
  const ends = Promise.allSettled(order.map((n) => (n === 1 ? add(n, gone) : add(n))));
  go();
  expect((await ends).map((end) => (end.status === 'fulfilled' ? end.value : null))).toEqual(results);
  expect((await ends).find((end) => end.status === 'rejected')).toMatchObject({ reason: gone });
  expect(stored()).toEqual(left);
});

test('a commit that fails rejects all with its reason, and what comes later is stored', async () => {
  const { database, add, go, stored } = await opened();
  database.script('CREATE TABLE room (text TEXT)');
  const { page_count: pages } = database.one<{ page_count: number }>('PRAGMA page_count') ?? { page_count: 0 };
  database.all(`PRAGMA max_page_count = ${pages}`);
  const full = () => database.run('INSERT INTO room VALUES (hex(zeroblob(100000)))');
  const group = createCommitGroup(database);
  const ends = Promise.allSettled([
    group.add(
      () => database.run('INSERT INTO stored (n) VALUES (1)'),
      async () => undefined,
    ),
    group.add(full, async () => undefined),
  ]);
  const faults = (await ends).map((end) => (end.status === 'rejected' ? (end.reason as LibraryError).fault : 'stored'));
  expect(faults[1]).toBe('disk-full');
  // SQLite decides whether a full disk ends the transaction: what was reported as stored is.
  expect(stored()).toEqual(faults[0] === 'stored' ? [1] : []);
  database.all(`PRAGMA max_page_count = ${pages * 2}`);
  const later = add(9);
  go();
  expect([await later, stored().includes(9)]).toEqual([9, true]);
});

test('what was added is stored before something else is done, and although the one who waits no longer does', async () => {
  const { database, group, add, stored } = await opened();
  const first = add(1);
  group.flush();
  expect(stored()).toEqual([1]);
  expect(await first).toBe(1);
  const closed = group.add(
    () => database.run('INSERT INTO stored (n) VALUES (2)'),
    () => Promise.reject(new LibraryError('cancelled')),
  );
  await closed;
  expect(stored()).toEqual([1, 2]);
  group.flush();
});

test('what may be stored later is stored by the commit of the next write that may not, or after a moment', async () => {
  const { group, add, go, commits, stored } = await opened();
  let linger = () => {};
  const later = (n: number) =>
    group.addLater(
      () => n,
      () => new Promise<void>((resolve) => (linger = resolve)),
    );
  const both = Promise.all([later(1), add(2)]);
  go();
  expect(await both).toEqual([1, 2]);
  expect([commits(), stored()]).toEqual([1, [2]]);
  const alone = later(3);
  linger();
  expect(await alone).toBe(3);
  expect(commits()).toBe(2);
});
