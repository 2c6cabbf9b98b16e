/** Which keychain a profile uses, and what the whole program stores in it. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { providerNames } from '#contract/workers/keychain.ts';
import { readClaims } from '#sandbox/testing/release-scene.ts';
import { keyringScene } from '../support/main/keyring-scene';
import { advanceSandbox, launchApp, launchOpened, sandboxRuns } from '../support/main/launch-app';
import { openedRelease } from '../support/main/release-app';
import { reportOf } from '../support/main/test-ports';
import { tokenReleases } from '../support/samples/access-token';
import { temporaryFolder } from '../support/temporary-folder';

const scene = keyringScene();
const { noBus, anyService, file, choose } = scene;

/** Locks the keyring until the test ends. */
async function lock(): Promise<void> {
  await scene.session.lock();
  onTestFinished(() => scene.session.unlock());
}

describe.each(providerNames)('%s', (provider) => {
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
      stores.push((await choose(profile, (args) => (args.includes(provider) ? scene.session.env : noBus()))).store);
      expect(await file(profile).read()).toMatchObject({ provider });
    }
    const [one, other] = stores;
    await one?.set('key', 'one');
    expect([await one?.get('key'), await other?.get('key')]).toEqual(['one', null]);
    await other?.delete('key');
    expect(await one?.get('key')).toBe('one');
  });
});

// Later releases have longer tokens, and names of users in them.
test.each(tokenReleases)(
  'the whole program stores its accounts in a real keyring, and removes them from it, with tokens of %s',
  async (release) => {
    const first = await openedRelease(release, { keyring: scene.session.env });
    const { profile, accountId, asAccount } = first;
    expect((await first.api.app.info({})).keychain).toBe('system');
    await first.service.users.updateMe({ ...asAccount, body: { display_name: 'Ada 💡 Łovelace' } });
    await advanceSandbox(first, 600_000);
    await first.service.users.me(asAccount);
    await first.close();
    const { store } = await choose(profile);
    const stored = await store.get(`account/${accountId}/access`);
    expect(readClaims(stored ?? '')).toMatchObject(release === '2.8.4' ? { branchId: 'main' } : { name: 'Ada 💡 Łovelace' });

    const second = await launchApp(profile, first.own);
    expect((await second.service.users.me(asAccount)).display_name).toBe('Ada 💡 Łovelace');
    expect(second.exchanges.filter(({ request }) => request.url.includes('/auth/'))).toEqual([]);
    await scene.session.lock();
    const again = second.api.accounts.signOut({ accountId });
    // Cached data still works; a request that needs the keyring fails with its code.
    await expect(again.finally(() => scene.session.unlock())).rejects.toMatchObject({ report: { code: 'keychain-locked' } });
    expect((await second.service.users.me(asAccount)).id).toBe(readClaims(stored ?? '').sub);
    expect(await second.api.accounts.signOut({ accountId })).toEqual({ endedAtService: true });
    for (const kind of ['access', 'refresh']) expect(await store.get(`account/${accountId}/${kind}`)).toBeNull();
  },
);

test.each([
  { what: 'is broken', lose: (path: string) => writeFile(path, '{"format":"latchkey/keyc') },
  { what: 'is missing', lose: (path: string) => rm(path) },
])('accounts stay signed in when keychain.json $what', async ({ lose }) => {
  const profile = await temporaryFolder();
  const keyring = scene.session.env;
  const first = await launchOpened(profile, { keyring });
  const path = join(profile, 'keychain.json');
  const before = await readFile(path, 'utf8');
  await first.close();
  await lose(path);
  const second = await launchApp(profile, { keyring });
  await sandboxRuns(second);
  expect((await second.api.accounts.list({})).value).toMatchObject([{ id: first.accountId, state: 'signed-in', current: true }]);
  expect((await second.service.users.me(first.asAccount)).display_name).toBe('Ada Lovelace');
  expect(await readFile(path, 'utf8')).toBe(before);
});

test('stores secrets in memory when the profile can’t be written, and starts', async () => {
  const profile = join(await temporaryFolder(), 'profile');
  await writeFile(profile, 'a file');
  const { api } = await launchApp(profile, { keyring: scene.session.env });
  expect((await api.app.info({})).keychain).toBe('memory');
  expect((await api.app.notices({})).value.map(({ kind }) => kind)).toEqual(['profile-not-writable', 'memory-keychain']);
});

describe('the first choice', () => {
  test('is the first library that works, and is stored without a secret', async () => {
    const profile = await temporaryFolder();
    const { store, workers } = await choose(profile, () => scene.session.env, false);
    expect([store.kind, new Set(workers.children.map(({ args }) => args[1]))]).toEqual(['system', new Set(['napi-keyring'])]);
    await store.set('the item', 'the secret');
    const text = await readFile(join(profile, 'keychain.json'), 'utf8');
    expect(JSON.parse(text).data).toEqual({ provider: 'napi-keyring', service: expect.stringMatching(/^Latchkey [0-9a-f]{16}$/) });
    expect(text).not.toMatch(/the (item|secret)/);
  });

  test('is the second where the first does not work', async () => {
    const profile = await temporaryFolder();
    const { store } = await choose(profile, (args) => (args.includes('keytar') ? scene.session.env : noBus()));
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
    await scene.session.lock();
    const { store } = await choose(profile).finally(() => scene.session.unlock());
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
