import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ProviderName, providerNames } from '../../src/contract/workers/keychain';
import { chooseStore } from '../../src/main/keychain/choose-store';
import { createKeychain, type Keychain, maxValueBytes } from '../../src/main/keychain/keychain';
import { keychainFile } from '../../src/main/keychain/keychain-choice';
import { systemClock } from '../../src/main/runtime/system-clock';
import { type KeychainWorkers, keychainWorkers } from '../support/keychain-workers';
import { canStartKeyring, type KeyringSession, startKeyringSession } from '../support/keyring-session';
import { launchApp, launchOpened } from '../support/launch-app';
import { temporaryFolder } from '../support/temporary-folder';
import { reportOf } from '../support/test-ports';

const packages: Record<ProviderName, string> = { 'napi-keyring': '@napi-rs/keyring', keytar: 'keytar' };

let session: KeyringSession;

beforeAll(async () => {
  if (!(await canStartKeyring()))
    throw new Error('This spec needs a keyring of its own. On Debian: apt-get install gnome-keyring dbus libsecret-1-0');
  for (const name of Object.values(packages)) {
    await import(name).catch((cause) => {
      const help = 'On Debian: apt-get install libsecret-1-dev pkg-config python3 make g++, then npm ci';
      throw new Error(`The package ${name} is not installed, or was not built. ${help}`, { cause });
    });
  }
  session = await startKeyringSession();
});
afterAll(() => session?.close());

const noBus = (): NodeJS.ProcessEnv => ({ ...session.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' });
const anyService = () => `Latchkey test ${randomBytes(6).toString('hex')}`;

interface Opened {
  readonly keychain: Keychain;
  readonly workers: KeychainWorkers;
}

async function open(
  provider: ProviderName,
  own: { env?: NodeJS.ProcessEnv; timeoutMillis?: number; service?: string } = {},
): Promise<Opened> {
  const workers = await keychainWorkers(() => own.env ?? session.env);
  const { service = anyService(), timeoutMillis = 20_000 } = own;
  const keychain = createKeychain({ spawnWorker: workers.spawnWorker, clock: systemClock, provider, service, timeoutMillis });
  onTestFinished(() => keychain.close());
  return { keychain, workers };
}

/** Locks the keyring until the test ends. */
async function lock(): Promise<void> {
  await session.lock();
  onTestFinished(() => session.unlock());
}

describe.each(providerNames)('%s', (provider) => {
  test('stores, replaces and removes items; a missing one is null', async () => {
    const { keychain, workers } = await open(provider);
    expect(await keychain.get('one')).toBeNull();
    await keychain.delete('one');
    await keychain.set('one', '1');
    await keychain.set('other', '2');
    expect([await keychain.get('one'), await keychain.get('other')]).toEqual(['1', '2']);
    await keychain.set('one', '3');
    expect(await keychain.get('one')).toBe('3');
    await keychain.delete('one');
    expect([await keychain.get('one'), await keychain.get('other')]).toEqual([null, '2']);
    expect(workers.children).toHaveLength(1);
  });

  test.each([
    { what: 'a value as long as one may be', value: 'x'.repeat(maxValueBytes) },
    { what: 'every character', value: 'ü🔑 "\\\n\t' },
    { what: 'the text undefined', value: 'undefined' },
    { what: 'a space', value: ' ' },
  ])('stores $what', async ({ value }) => {
    const { keychain } = await open(provider);
    await keychain.set('one', value);
    expect(await keychain.get('one')).toBe(value);
  });

  test.each([
    { what: 'one character more', value: 'x'.repeat(maxValueBytes + 1) },
    { what: 'a NUL byte', value: 'a\0b' },
  ])('rejects $what as `keychain-full`, and keeps the stored value', async ({ value }) => {
    const { keychain } = await open(provider);
    await keychain.set('one', '1');
    expect(await reportOf(keychain.set('one', value))).toEqual({ code: 'keychain-full' });
    expect(await keychain.get('one')).toBe('1');
  });

  test('every request to a locked keyring is `keychain-locked`, and all items exist when it is unlocked', async () => {
    const { keychain } = await open(provider);
    await keychain.set('one', '1');
    await session.lock();
    try {
      for (const asking of [
        () => keychain.get('one'),
        () => keychain.get('none'),
        () => keychain.set('one', '2'),
        () => keychain.delete('one'),
      ])
        expect(await reportOf(asking())).toEqual({ code: 'keychain-locked' });
    } finally {
      await session.unlock();
    }
    expect(await keychain.get('one')).toBe('1');
  });

  test('every request without a D-Bus session is `keychain-absent`', async () => {
    const { keychain } = await open(provider, { env: noBus() });
    for (const asking of [() => keychain.get('one'), () => keychain.set('one', '2'), () => keychain.delete('one')])
      expect(await reportOf(asking())).toEqual({ code: 'keychain-absent' });
  });

  test('a killed keyring is an error, never an empty keychain, and works again after a restart', async () => {
    const { keychain } = await open(provider);
    await keychain.set('one', '1');
    await session.killKeyring();
    try {
      for (const asking of [() => keychain.get('one'), () => keychain.delete('one')])
        expect(await reportOf(asking())).toEqual({ code: expect.stringMatching(/^keychain-(locked|absent)$/) });
    } finally {
      await session.unlock();
    }
    expect(await keychain.get('one')).toBe('1');
    await keychain.set('one', '2');
    expect(await keychain.get('one')).toBe('2');
  });

  test('a worker that hangs is `keychain-slow` after the timeout, and is replaced', async () => {
    const { keychain, workers } = await open(provider, { timeoutMillis: 3_000 });
    await keychain.set('one', '1');
    workers.children[0]?.child.kill('SIGSTOP');
    const before = performance.now();
    const asking = [reportOf(keychain.get('one')), keychain.get('one')];
    expect(await asking[0]).toEqual({ code: 'keychain-slow' });
    expect(performance.now() - before).toBeLessThan(3_500);
    expect([await asking[1], workers.children.length]).toEqual(['1', 2]);
  });

  test('a worker that crashes is `keychain-absent` immediately, and is replaced', async () => {
    const { keychain, workers } = await open(provider);
    await keychain.set('one', '1');
    const [first] = workers.children;
    // Stopped, so that the request is certainly active.
    first?.child.kill('SIGSTOP');
    const asking = [reportOf(keychain.get('one')), keychain.get('one')];
    await new Promise((resolve) => setImmediate(resolve));
    first?.child.kill('SIGKILL');
    expect([await asking[0], await asking[1], workers.children.length]).toEqual([{ code: 'keychain-absent' }, '1', 2]);
  });

  test('concurrent requests are handled in order', async () => {
    const { keychain } = await open(provider);
    const values = ['1', '2', '3', '4', '5'];
    const answers = values.flatMap((value) => [
      keychain.set('one', value),
      keychain.get('one'),
      keychain.delete('one'),
      keychain.get('one'),
    ]);
    const found = await Promise.all(answers);
    expect(found.filter((_value, number) => number % 4 === 1)).toEqual(values);
    expect(found.filter((_value, number) => number % 4 === 3)).toEqual(values.map(() => null));
  });

  test('two processes that write at the same time lose nothing', async () => {
    const service = anyService();
    const writers = [await open(provider, { service }), await open(provider, { service })];
    const items = Array.from({ length: 25 }, (_, number) => `item ${number}`);
    await Promise.all(
      writers.flatMap(({ keychain }, writer) => items.map((item) => keychain.set(`${writer} ${item}`, `${item} of ${writer}`))),
    );
    const { keychain } = await open(provider, { service });
    for (const writer of [0, 1])
      expect(await Promise.all(items.map((item) => keychain.get(`${writer} ${item}`)))).toEqual(
        items.map((item) => `${item} of ${writer}`),
      );
  });

  test('is used again by its profile, also when its keyring is locked or unavailable', async () => {
    const profile = await temporaryFolder();
    const choice = { provider, service: anyService() };
    await file(profile).update(() => choice);
    const { store } = await choose(profile);
    await store.set('one', '1');

    const away = await choose(profile, noBus);
    expect([away.store.kind, await reportOf(away.store.get('one'))]).toEqual(['system', { code: 'keychain-absent' }]);
    expect(new Set(away.workers.children.map(({ args }) => args[1]))).toEqual(new Set([provider]));

    await lock();
    const locked = await choose(profile);
    expect([locked.store.kind, await reportOf(locked.store.get('one'))]).toEqual(['system', { code: 'keychain-locked' }]);
    expect(await file(profile).read()).toEqual(choice);
  });

  test('profiles can’t read each other’s items', async () => {
    const stores = [];
    for (const _ of [1, 2]) {
      const profile = await temporaryFolder();
      stores.push((await choose(profile, (args) => (args.includes(provider) ? session.env : noBus()))).store);
      expect(await file(profile).read()).toMatchObject({ provider });
    }
    const [one, other] = stores;
    await one?.set('key', 'one');
    expect([await one?.get('key'), await other?.get('key')]).toEqual(['one', null]);
    await other?.delete('key');
    expect(await one?.get('key')).toBe('one');
  });
});

const file = (profile: string) => keychainFile(profile, systemClock, () => undefined);

async function choose(profile: string, envFor: (args: readonly string[]) => NodeJS.ProcessEnv = () => session.env, isUsed = true) {
  const workers = await keychainWorkers(envFor);
  const ports = { spawnWorker: workers.spawnWorker, clock: systemClock, random: randomBytes, profileFolder: profile };
  const chosen = await chooseStore({ file: file(profile), ports, isUsed });
  onTestFinished(() => chosen.close());
  return { ...chosen, workers };
}

test('the whole program stores its accounts in a real keyring, and removes them from it', async () => {
  const profile = await temporaryFolder();
  const keyring = session.env;
  const first = await launchOpened(profile, { keyring });
  expect((await first.api.app.info({})).keychain).toBe('system');
  await first.close();
  const second = await launchApp(profile, { keyring });
  await second.pushed('sandbox.changed', ({ state }) => state === 'running');
  expect((await second.service.users.me(first.asAccount)).display_name).toBe('Ada Lovelace');

  await session.lock();
  const again = second.api.accounts.signOut({ accountId: first.accountId });
  // Cached data still works; a request that needs the keyring fails with its code.
  await expect(again.finally(() => session.unlock())).rejects.toMatchObject({ report: { code: 'keychain-locked' } });
  expect((await second.service.users.me(first.asAccount)).display_name).toBe('Ada Lovelace');
  expect(await second.api.accounts.signOut({ accountId: first.accountId })).toEqual({ endedAtService: true });
  const { store } = await choose(profile);
  for (const kind of ['access', 'refresh']) expect(await store.get(`account/${first.accountId}/${kind}`)).toBeNull();
});

test.each([
  { what: 'is broken', lose: (path: string) => writeFile(path, '{"format":"latchkey/keyc') },
  { what: 'is missing', lose: (path: string) => rm(path) },
])('accounts stay signed in when keychain.json $what', async ({ lose }) => {
  const profile = await temporaryFolder();
  const keyring = session.env;
  const first = await launchOpened(profile, { keyring });
  const path = join(profile, 'keychain.json');
  const before = await readFile(path, 'utf8');
  await first.close();
  await lose(path);
  const second = await launchApp(profile, { keyring });
  await second.pushed('sandbox.changed', ({ state }) => state === 'running');
  expect((await second.api.accounts.list({})).value).toMatchObject([{ id: first.accountId, state: 'signed-in', current: true }]);
  expect((await second.service.users.me(first.asAccount)).display_name).toBe('Ada Lovelace');
  expect(await readFile(path, 'utf8')).toBe(before);
});

test('stores secrets in memory when the profile can’t be written, and starts', async () => {
  const profile = join(await temporaryFolder(), 'profile');
  await writeFile(profile, 'a file');
  const { api } = await launchApp(profile, { keyring: session.env });
  expect((await api.app.info({})).keychain).toBe('memory');
  expect((await api.app.notices({})).value.map(({ kind }) => kind)).toEqual(['profile-not-writable', 'memory-keychain']);
});

describe('the first choice', () => {
  test('is the first library that works, and is stored without a secret', async () => {
    const profile = await temporaryFolder();
    const { store, workers } = await choose(profile, () => session.env, false);
    expect([store.kind, new Set(workers.children.map(({ args }) => args[1]))]).toEqual(['system', new Set(['napi-keyring'])]);
    await store.set('the item', 'the secret');
    const text = await readFile(join(profile, 'keychain.json'), 'utf8');
    expect(JSON.parse(text).data).toEqual({ provider: 'napi-keyring', service: expect.stringMatching(/^Latchkey [0-9a-f]{16}$/) });
    expect(text).not.toMatch(/the (item|secret)/);
  });

  test('is the second where the first does not work', async () => {
    const profile = await temporaryFolder();
    const { store } = await choose(profile, (args) => (args.includes('keytar') ? session.env : noBus()));
    await store.set('one', '1');
    expect([store.kind, await store.get('one'), await file(profile).read()]).toMatchObject(['system', '1', { provider: 'keytar' }]);
  });

  test('is memory if none works, and is made again at the next start', async () => {
    const profile = await temporaryFolder();
    const { store } = await choose(profile, noBus);
    expect([store.kind, await file(profile).read()]).toEqual(['memory', null]);
    expect((await choose(profile)).store.kind).toBe('system');
  });

  test('of a locked keyring waits for it', async () => {
    const profile = await temporaryFolder();
    await session.lock();
    const { store } = await choose(profile).finally(() => session.unlock());
    expect(store.kind).toBe('system');
    await store.set('one', '1');
    expect(await store.get('one')).toBe('1');
  });

  test('of two processes at the same time is the same', async () => {
    const profile = await temporaryFolder();
    const [one, other] = await Promise.all([choose(profile), choose(profile)]);
    await one.store.set('one', '1');
    expect(await other.store.get('one')).toBe('1');
  });
});
