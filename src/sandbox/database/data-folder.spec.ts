import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeStrange, strangeKinds } from '#tests/support/main/strange-files.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createTestSandbox } from '../testing/test-sandbox';
import { FolderNotWritable, withFolderLock } from './data-folder';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const modesIn = (folder: string) => Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));
const isPrivate = { 'sandbox.db': '600', 'sandbox.db-shm': '600', 'sandbox.db-wal': '600', 'sandbox.lock': '600' };

/** Writes some data so that SQLite creates all its files. */
async function use(folder: string) {
  const sandbox = await createTestSandbox({ folder });
  await sandbox.signIn();
  return sandbox.store;
}

it('opens data whose lock file was damaged, and locks it again', async () => {
  const folder = await temporaryFolder();
  (await use(folder)).close();
  writeFileSync(join(folder, 'sandbox.lock'), 'no database'.repeat(100));
  (await use(folder)).close();
  expect(statSync(join(folder, 'sandbox.lock')).size).toBe(0);
});

describe('other users of the machine', () => {
  it('can’t read a new data folder or its files', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const before = process.umask(0);
    const store = await use(folder).finally(() => process.umask(before));
    expect([modeOf(folder), modesIn(folder)]).toEqual(['700', isPrivate]);
    store.close();
    expect(new Set(Object.values(modesIn(folder)))).toEqual(new Set(['600']));
  });

  it('can’t read an existing folder and its files, whatever their modes were', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const first = await use(folder);
    writeFileSync(join(folder, 'sandbox.db.unreadable-2025-01-01'), 'set aside before');
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    chmodSync(folder, 0o755);
    const second = await use(folder);
    expect([modeOf(folder), modesIn(folder)]).toEqual(['700', { ...isPrivate, 'sandbox.db.unreadable-2025-01-01': '600' }]);
    first.close();
    second.close();
  });

  it('can’t read renamed data', async () => {
    const folder = await temporaryFolder();
    for (const name of ['sandbox.db', 'sandbox.db-wal', 'sandbox.db-shm'])
      writeFileSync(join(folder, name), 'no database'.repeat(100), { mode: 0o666 });
    const store = await use(folder);
    const modes = modesIn(folder);
    expect(Object.keys(modes).filter((name) => name.includes('unreadable'))).toHaveLength(3);
    expect(new Set(Object.values(modes))).toEqual(new Set(['600']));
    store.close();
  });

  it('keep their access to other programs’ files in the folder', async () => {
    const folder = await temporaryFolder();
    for (const name of ['notes.txt', 'sandbox.config']) writeFileSync(join(folder, name), '', { mode: 0o644 });
    const modes = modesIn(folder);
    (await use(folder)).close();
    expect(modesIn(folder)).toMatchObject(modes);
  });
});

describe.each(['sandbox.db', 'sandbox.db-wal', 'sandbox.db-shm', 'sandbox.lock'])('in the place of %s', (name) => {
  it.each(strangeKinds)('rejects $what immediately and keeps it', async ({ kind }) => {
    const folder = await temporaryFolder();
    await makeStrange(kind, join(folder, name));
    await expect(createTestSandbox({ folder })).rejects.toThrow(FolderNotWritable);
    expect(readdirSync(folder)).toContain(name);
  });
});

it.each(['/proc/x/y', '/proc/1/data', '/dev/null/x'])('rejects an impossible folder immediately: %s', async (folder) => {
  await expect(createTestSandbox({ folder })).rejects.toThrow(`The data folder ${folder} cannot be written to.`);
});

it('creates a folder whose parent is missing', async () => {
  const folder = join(await temporaryFolder(), 'a');
  mkdirSync(folder, { mode: 0o755 });
  (await use(join(folder, 'b', 'c'))).close();
  expect([modeOf(folder), modeOf(join(folder, 'b')), modeOf(join(folder, 'b', 'c'))]).toEqual(['755', '700', '700']);
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-spec-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Returns a promise with its resolve function. */
function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('the lock of a data folder', () => {
  it('runs one task at a time, also after one that failed', async () => {
    const steps: string[] = [];
    const first = deferred();
    const started = deferred();
    const tasks = [
      withFolderLock(folder, async () => {
        steps.push('first starts');
        started.resolve();
        await first.promise;
        steps.push('first ends');
        throw new Error('first');
      }),
      started.promise.then(() =>
        withFolderLock(folder, async () => {
          steps.push('second');
          return 2;
        }),
      ),
    ];
    const settled = Promise.allSettled(tasks);
    await started.promise;
    first.resolve();
    expect(await settled).toEqual([
      { status: 'rejected', reason: new Error('first') },
      { status: 'fulfilled', value: 2 },
    ]);
    expect(steps).toEqual(['first starts', 'first ends', 'second']);
  });

  it('is released by a process that was killed', async () => {
    const holder = join(folder, 'holder.mjs');
    writeFileSync(
      holder,
      `import Libsql from ${JSON.stringify(resolve('node_modules/libsql/index.js'))};
       new Libsql(${JSON.stringify(join(folder, 'sandbox.lock'))}).exec('BEGIN EXCLUSIVE');
       process.send('held');
       setInterval(() => {}, 1000);`,
    );
    const child = fork(holder);
    await once(child, 'message');
    let isFree = false;
    const waiting = withFolderLock(folder, async () => {
      isFree = true;
    });
    // A task that didn't wait would run in this turn of the event loop.
    await new Promise((done) => setImmediate(done));
    expect(isFree).toBe(false);
    child.kill('SIGKILL');
    await waiting;
    expect(isFree).toBe(true);
  });
});

describe('several processes that open a new folder concurrently', () => {
  it('use the data that the first one seeds, and read what the others write', async () => {
    const several = await Promise.all([1, 2, 3].map((random) => createTestSandbox({ folder, random })));
    const [one, ...others] = several;
    if (one === undefined) throw new Error('no sandbox');
    for (const other of others) expect(other.keys).toEqual(one.keys);
    const tokens = await one.signIn();
    await one.call('client', 'PATCH', '/users/me', { display_name: 'Shared' }, tokens.access_token);
    for (const other of others) {
      expect((await other.call('client', 'GET', '/users/me', undefined, tokens.access_token)).json.display_name).toBe('Shared');
    }
    expect(several.flatMap(({ faults }) => faults)).toEqual([]);
    for (const { store } of several) store.close();
  });
});
