import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFakeKeychains, type KeychainHealth } from '#tests/support/main/fake-keychains.ts';
import { errorOf, seededRandom } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { journalItems } from '../journal/journal-records';
import { chooseStore } from '../keychain/choose-store';
import { keychainFile } from '../keychain/keychain-choice';
import { passphraseMark } from '../lock/passphrase-store';
import { connectionsFile, noConnections, withDefaults } from '../records/connections-file';
import { viewsItem } from '../records/views-file';
import { proxySignInItem } from '../remote/network/proxy-sign-in';
import { systemClock } from '../runtime/system-clock';
import { accountsFile, noAccounts } from '../session/accounts-file';
import { tokenItems } from '../session/token-store';
import { stateIndexOnDisk } from '../sign-in/oauth/oauth-states';
import { clearingFile, withRequest } from './clearing-file';
import { enterProfile, type FinishDeps, finishClearing, NotClearedError } from './finish-clearing';
import { type Remove, removePath } from './own-files';

/** Requests to a keychain that hangs time out immediately. Those that get a response may too, on a crowded machine. */
const hasty: typeof systemClock = { ...systemClock, after: (delay, task) => systemClock.after(delay === 10_000 ? 20 : delay, task) };
const ignore = () => undefined;
const foreign = ['Cookies', 'logs/mine.txt', 'notes.txt', 'secrets.json.mine', 'settings.json/inside'];
const items = ['key/a', 'key/b', 'key/c', ...tokenItems('t1'), ...tokenItems('t2'), ...tokenItems('t3'), 'oauth/x'];

/** Creates a profile that has used all that the app stores, and beside it files of other programs. */
async function profileIn(folder: string, keychains = createFakeKeychains(), seed = 1) {
  const profileFolder = join(folder, 'profile');
  const ports = { profileFolder, clock: systemClock, random: seededRandom(seed), spawnWorker: keychains.spawnWorker };
  for (const inner of ['locks/refresh-t1', 'logs', 'sandbox', 'impersonation-ab12.lock', 'accounts.json.lock', 'settings.json']) {
    await mkdir(join(profileFolder, inner), { recursive: true });
  }
  const files = ['lock.json', 'secrets.json', 'watch.json', 'settings.json.broken-17', 'watch.json.newer-17-2', 'running-999999999'];
  for (const name of [
    ...files,
    'locks/refresh-t1/mark',
    'sandbox/sandbox.db',
    'sandbox/sandbox.db-wal',
    'logs/latchkey.log.1',
    ...foreign,
  ]) {
    await writeFile(join(profileFolder, name), name);
  }
  const { store, close } = await chooseStore({ file: keychainFile(profileFolder, systemClock, ignore), ports, isUsed: false });
  for (const item of [...items, passphraseMark, proxySignInItem, viewsItem, ...journalItems]) await store.set(item, 'a secret');
  await store.get('another');
  close();
  const first = withDefaults({ id: 'c', kind: 'project', name: 'C', baseUrl: 'https://c.test', projectId: 'p', environment: 'production' });
  const keys = { client: { item: 'key/a', ending: null } };
  await rm(join(profileFolder, 'accounts.json.lock'), { recursive: true });
  const connections = { ...noConnections, connections: [{ ...first, keys }], adding: ['key/b'], leftovers: ['key/c'] };
  await connectionsFile(profileFolder, systemClock, ignore).update(() => connections);
  const account = {
    id: 'x',
    connectionId: 'c',
    userId: 'u',
    displayName: 'Ada',
    primaryEmail: null,
    state: 'signed-in',
    current: true,
  } as const;
  const accounts = { ...noAccounts, accounts: [{ ...account, tokenSet: 't1', handOvers: [] }], adding: ['t2'], leftovers: ['t3'] };
  await accountsFile(profileFolder, systemClock, ignore).update(() => accounts);
  await stateIndexOnDisk(profileFolder, systemClock, ignore).update(() => [{ item: 'oauth/x', until: 1 }]);
  await mkdir(join(profileFolder, 'accounts.json.lock'));
  await mark(profileFolder).update(withRequest);
  const deps: FinishDeps = { ...ports, clearHostData: null };
  const service = async () => (await keychainFile(profileFolder, systemClock, ignore).read())?.service ?? '';
  return { profileFolder, keychains, deps, service: await service() };
}

const setUp = async (keychains = createFakeKeychains()) => profileIn(await temporaryFolder(), keychains);
const mark = (profileFolder: string) => clearingFile(profileFolder, systemClock, ignore);

async function filesOf(profileFolder: string): Promise<string[]> {
  const entries = await readdir(profileFolder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? join(entry.parentPath, entry.name).slice(profileFolder.length + 1) : [])).sort();
}

test('deletes all files of the app and all items of the keychain, and leaves those of others', async () => {
  const folder = await temporaryFolder();
  const { profileFolder, keychains, deps, service } = await profileIn(folder);
  const other = await profileIn(join(folder, 'other'), keychains, 2);
  await mark(other.profileFolder).update(() => null);
  const before = await filesOf(other.profileFolder);
  expect(Object.keys(keychains.stored('napi-keyring', service)).sort()).toEqual(
    [...items, passphraseMark, proxySignInItem, viewsItem, ...journalItems].sort(),
  );
  const records = Object.entries(keychains.stored('napi-keyring', 'Latchkey profiles'));
  let hostCleared = 0;
  const clearHostData = async () => {
    hostCleared += 1;
    throw new Error('a host that can’t');
  };
  expect(await finishClearing({ ...deps, clearHostData })).toMatchObject({ keychains: [], hasUnknown: false });
  expect([await filesOf(profileFolder), hostCleared]).toEqual([foreign, 1]);
  expect((await readdir(profileFolder)).sort()).toEqual(['Cookies', 'logs', 'notes.txt', 'secrets.json.mine', 'settings.json']);
  expect(keychains.stored('napi-keyring', service)).toEqual({});
  expect(keychains.stored('napi-keyring', 'Latchkey profiles')).toEqual(Object.fromEntries(records.filter(([, name]) => name !== service)));
  expect(records).toHaveLength(2);
  expect(Object.keys(keychains.stored('napi-keyring', other.service)).sort()).toEqual(
    [...items, passphraseMark, proxySignInItem, viewsItem, ...journalItems].sort(),
  );
  expect(await filesOf(other.profileFolder)).toEqual(before);
  expect(await finishClearing(deps)).toBeNull();
});

test('deletes nothing that was not requested to be deleted', async () => {
  const { profileFolder, deps } = await setUp();
  await mark(profileFolder).update(() => null);
  const before = await filesOf(profileFolder);
  expect(await finishClearing(deps)).toBeNull();
  await mark(profileFolder).update(() => ({ step: 'left', keychains: [], hasUnknown: false }));
  expect(await finishClearing(deps)).toBeNull();
  expect(await filesOf(profileFolder)).toEqual(before);
});

describe('a start that is killed', () => {
  test('at any moment is continued by the next one', async () => {
    const counted = await setUp();
    let operations = 0;
    await finishClearing(counted.deps, async (path, kind) => {
      operations += 1;
      await removePath(path, kind);
    });
    // Requests to the keychain and deletions of files.
    const steps = operations + counted.keychains.asked.length;
    expect(steps).toBeGreaterThan(30);
    for (let kill = 0; kill < steps; kill += 1) {
      const { profileFolder, keychains, deps, service } = await setUp();
      const start = keychains.asked.length;
      let removed = 0;
      const isDead = () => keychains.asked.length - start + removed >= kill;
      const spawnWorker: typeof deps.spawnWorker = (name, args) => {
        if (isDead()) throw new Error('killed');
        const worker = keychains.spawnWorker(name, args);
        return { ...worker, post: (message) => (isDead() ? undefined : worker.post(message)) };
      };
      const remove: Remove = async (path, kind) => {
        if (isDead()) throw new Error('killed');
        removed += 1;
        await removePath(path, kind);
      };
      await finishClearing({ ...deps, clock: hasty, spawnWorker }, remove).catch(() => undefined);
      await finishClearing(deps);
      // A process that still runs when its deletions fail writes a mark that requests nothing.
      const files = (await filesOf(profileFolder)).filter((name) => name !== 'clearing.json');
      expect([kill, files, await mark(profileFolder).read()]).toEqual([kill, foreign, null]);
      expect(keychains.stored('napi-keyring', service)).toEqual({});
      expect(keychains.stored('napi-keyring', 'Latchkey profiles')).toEqual({});
    }
  });
});

describe('a keychain that refuses', () => {
  test.each<KeychainHealth>(['keychain-locked', 'keychain-absent', 'keychain-denied', 'hanging'])(
    'keeps its items in the mark, and nothing else is left: %s',
    async (health) => {
      const { profileFolder, keychains, deps, service } = await setUp();
      keychains.health['napi-keyring'] = health;
      const left = [{ provider: 'napi-keyring', service, items: [...items, passphraseMark, proxySignInItem, viewsItem, ...journalItems] }];
      const clock = health === 'hanging' ? hasty : systemClock;
      expect(await finishClearing({ ...deps, clock })).toMatchObject({ keychains: left });
      expect(await filesOf(profileFolder)).toEqual([...foreign, 'clearing.json'].sort());
      expect(await mark(profileFolder).read()).toEqual({ step: 'left', keychains: left, hasUnknown: false });
      await mark(profileFolder).update(withRequest);
      keychains.health['napi-keyring'] = 'healthy';
      expect(await finishClearing(deps)).toMatchObject({ keychains: [] });
      expect(keychains.stored('napi-keyring', service)).toEqual({});
    },
  );
});

test('fails with the names of files that can’t be deleted, and the next start deletes them', async () => {
  const { profileFolder, deps } = await setUp();
  const stuck = ['accounts.json', join('sandbox', 'sandbox.db')];
  const remove: Remove = async (path, kind) => {
    if (stuck.some((name) => basename(path) === basename(name))) throw new Error('EPERM');
    await removePath(path, kind);
  };
  for (let start = 0; start < 2; start += 1) {
    const thrown = await errorOf(finishClearing(deps, remove));
    expect(thrown).toBeInstanceOf(NotClearedError);
    expect(thrown).toMatchObject({ folder: profileFolder, files: stuck });
    expect(await filesOf(profileFolder)).toEqual([...foreign, ...stuck, 'clearing.json'].sort());
  }
  expect(await finishClearing(deps)).toMatchObject({ keychains: [] });
  expect(await filesOf(profileFolder)).toEqual(foreign);
});

test('a mark that can’t be deleted counts as done', async () => {
  const { profileFolder, deps } = await setUp();
  const remove: Remove = async (path, kind) => {
    if (path.endsWith('clearing.json')) throw new Error('EPERM');
    await removePath(path, kind);
  };
  expect(await finishClearing(deps, remove)).toMatchObject({ keychains: [] });
  expect([await mark(profileFolder).read(), await finishClearing(deps)]).toEqual([null, null]);
});

test('reports that names of items are unknown when a file that has them is damaged', async () => {
  const { profileFolder, keychains, deps, service } = await setUp();
  await rm(join(profileFolder, 'accounts.json.lock'), { recursive: true });
  await writeFile(join(profileFolder, 'accounts.json'), '{');
  expect(await finishClearing(deps)).toMatchObject({ keychains: [], hasUnknown: true });
  expect(await filesOf(profileFolder)).toEqual(foreign);
  expect(Object.keys(keychains.stored('napi-keyring', service)).sort()).toEqual(['t1', 't2', 't3'].flatMap(tokenItems).sort());
});

test.each(['accounts.json.broken-17', 'connections.json.newer-17-2', 'oauth-states.json.broken-17'])(
  'reports that names of items are unknown when they are in the copy %s of an earlier start',
  async (name) => {
    const { profileFolder, deps } = await setUp();
    await writeFile(join(profileFolder, name), '{');
    expect(await finishClearing(deps)).toMatchObject({ keychains: [], hasUnknown: true });
    expect(await filesOf(profileFolder)).toEqual(foreign);
  },
);

test('finds the items by the profile’s record when keychain.json is lost', async () => {
  const { profileFolder, keychains, deps, service } = await setUp();
  await rm(join(profileFolder, 'keychain.json'));
  expect(await finishClearing(deps)).toMatchObject({ keychains: [], hasUnknown: false });
  expect(keychains.stored('napi-keyring', service)).toEqual({});
});

test('of two processes that start at the same moment, one deletes', async () => {
  const { profileFolder, deps } = await setUp();
  const results = await Promise.all([finishClearing(deps), finishClearing(deps)]);
  expect(results.filter((result) => result !== null)).toHaveLength(1);
  expect(await filesOf(profileFolder)).toEqual(foreign);
});

test('deletes nothing if another process has taken over and finished while this one was stopped', async () => {
  const { profileFolder, keychains, deps } = await setUp();
  // So that the record is looked for, after the mark was read and before it is written.
  await rm(join(profileFolder, 'keychain.json'));
  let isTakenOver = false;
  const spawnWorker: typeof deps.spawnWorker = (name, args) => {
    if (!isTakenOver) for (const own of ['clearing.lock', 'clearing.json']) rmSync(join(profileFolder, own), { recursive: true });
    isTakenOver = true;
    return keychains.spawnWorker(name, args);
  };
  expect(await finishClearing({ ...deps, spawnWorker })).toBeNull();
  expect(await readFile(join(profileFolder, 'lock.json'), 'utf8')).toBe('lock.json');
  expect(await mark(profileFolder).read()).toBeNull();
});

test('waits until another process of the profile has ended', async () => {
  const { profileFolder, deps } = await setUp();
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  onTestFinished(() => void other.kill());
  await writeFile(join(profileFolder, `running-${other.pid}`), '');
  let polls = 0;
  const polling: typeof systemClock = {
    ...systemClock,
    after(delay, task) {
      if (delay !== 100) return systemClock.after(delay, task);
      polls += 1;
      if (polls === 3) other.stdin.end();
      return systemClock.after(1, task);
    },
  };
  let isFinished = false;
  const finishing = finishClearing({ ...deps, clock: polling }).then(() => {
    isFinished = true;
  });
  await new Promise((resolve) => other.once('exit', resolve));
  expect([isFinished, await readFile(join(profileFolder, 'lock.json'), 'utf8')]).toEqual([false, 'lock.json']);
  await finishing;
  expect(await filesOf(profileFolder)).toEqual(foreign);
});

const note = `running-${process.pid}`;
const depsOf = (profileFolder: string) => ({
  profileFolder,
  clock: systemClock,
  random: seededRandom(),
  spawnWorker: createFakeKeychains().spawnWorker,
  clearHostData: null,
});

test('notes the process in a profile that doesn’t exist yet, until it leaves', async () => {
  const profileFolder = join(await temporaryFolder(), 'new');
  const { cleared, leave } = await enterProfile(depsOf(profileFolder));
  expect([cleared, await readdir(profileFolder)]).toEqual([null, [note]]);
  await leave();
  await leave();
  expect(await readdir(profileFolder)).toEqual([]);
});

test('stays noted when the app that it replaced leaves late', async () => {
  const profileFolder = await temporaryFolder();
  const before = await enterProfile(depsOf(profileFolder));
  const now = await enterProfile(depsOf(profileFolder));
  await before.leave();
  expect(await readdir(profileFolder)).toEqual([note]);
  await now.leave();
  expect(await readdir(profileFolder)).toEqual([]);
});

test('a link in the place of the note is replaced, and what it points to stays', async () => {
  const profileFolder = await temporaryFolder();
  const foreign = join(await temporaryFolder(), 'foreign');
  await writeFile(foreign, 'precious');
  await symlink(foreign, join(profileFolder, note));
  const { leave } = await enterProfile(depsOf(profileFolder));
  expect([(await lstat(join(profileFolder, note))).isFile(), await readFile(foreign, 'utf8')]).toEqual([true, 'precious']);
  await leave();
});

test('isn’t noted while it clears the data, because two processes would wait for each other', async () => {
  const profileFolder = await temporaryFolder();
  await writeFile(join(profileFolder, 'lock.json'), '');
  await clearingFile(profileFolder, systemClock, () => undefined).update(() => ({ step: 'deleting', keychains: [], hasUnknown: false }));
  let wasNoted = true;
  const clearHostData = async () => {
    wasNoted = existsSync(join(profileFolder, note));
  };
  const { cleared } = await enterProfile({ ...depsOf(profileFolder), clearHostData });
  expect([cleared?.keychains, wasNoted, await readdir(profileFolder)]).toEqual([[], false, [note]]);
});

test('starts with a profile that can’t be written', async () => {
  const profileFolder = join(await temporaryFolder(), 'file');
  await writeFile(profileFolder, '');
  const { cleared, leave } = await enterProfile(depsOf(profileFolder));
  await leave();
  expect(cleared).toBeNull();
});
