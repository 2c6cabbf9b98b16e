import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ProviderName, providerNames } from '#contract/workers/keychain.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createFakeKeychains, type FakeKeychains, type KeychainHealth } from '#tests/support/main/fake-keychains.ts';
import { makeStrange } from '#tests/support/main/strange-files.ts';
import { reportOf, seededRandom } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { systemClock } from '../runtime/system-clock';
import type { UnreadableFile } from '../storage/json-file';
import { type ChosenStore, chooseStore } from './choose-store';
import { keychainFile } from './keychain-choice';

const timeoutMillis = 10_000;
/** Requests to a keychain that hangs time out immediately. */
const clock: typeof systemClock = { ...systemClock, after: (delay, task) => systemClock.after(delay === timeoutMillis ? 20 : delay, task) };
const random = seededRandom();

interface Scene {
  readonly profile: string;
  readonly keychains: FakeKeychains;
  readonly isUsed: boolean;
}

/** One start of the program, up to its secrets. */
async function start({ profile, keychains, isUsed }: Scene) {
  const aside: UnreadableFile[] = [];
  const file = keychainFile(profile, clock, (what) => aside.push(what));
  const ports = { clock, random, spawnWorker: keychains.spawnWorker, profileFolder: profile };
  const chosen = await chooseStore({ file, ports, isUsed });
  onTestFinished(() => chosen.close());
  return { ...chosen, aside, file };
}

/** A profile whose keychain, reached by that library, has an item. */
async function profileWith(provider: ProviderName): Promise<Scene> {
  const profile = join(await temporaryFolder(), 'profile');
  await mkdir(profile);
  const health: KeychainHealth[] = provider === 'keytar' ? ['keychain-absent', 'healthy'] : ['healthy', 'keychain-absent'];
  const keychains = createFakeKeychains({ 'napi-keyring': health[0] ?? 'healthy', keytar: health[1] ?? 'healthy' });
  const { store, close } = await start({ profile, keychains, isUsed: false });
  await store.set('account/a/refresh', 'secret');
  close();
  for (const name of providerNames) keychains.health[name] = 'healthy';
  return { profile, keychains, isUsed: true };
}

const choiceOf = async (profile: string) => JSON.parse(await readFile(join(profile, 'keychain.json'), 'utf8')).data;

const losses: { what: string; lose: (path: string) => Promise<void> }[] = [
  { what: 'empty', lose: (path) => writeFile(path, '') },
  { what: 'cut short', lose: async (path) => writeFile(path, (await readFile(path, 'utf8')).slice(0, 40)) },
  { what: 'foreign', lose: (path) => writeFile(path, '{"name":"keychain"}') },
  { what: 'of a newer release', lose: (path) => writeFile(path, '{"format":"latchkey/keychain","version":9,"data":{}}') },
  {
    what: 'of a library that is unknown',
    lose: async (path) => writeFile(path, (await readFile(path, 'utf8')).replace(/"provider": "[^"]*"/, '"provider": "x"')),
  },
  { what: 'missing', lose: (path) => rename(path, `${path}.gone`) },
];

describe.each(providerNames)('a profile whose items were filed by %s', (provider) => {
  test.each(losses)('finds them again when keychain.json is $what', async ({ lose }) => {
    const scene = await profileWith(provider);
    const before = await choiceOf(scene.profile);
    await lose(join(scene.profile, 'keychain.json'));
    const { store } = await start(scene);
    expect([store.kind, await store.get('account/a/refresh')]).toEqual(['system', 'secret']);
    expect([before.provider, await choiceOf(scene.profile)]).toEqual([provider, before]);
  });

  test('finds them again where a pipe is in the place of keychain.json, without touching it', async () => {
    const scene = await profileWith(provider);
    const path = join(scene.profile, 'keychain.json');
    await rename(path, `${path}.gone`);
    await makeStrange('pipe', path);
    const { store } = await start(scene);
    expect([store.kind, await store.get('account/a/refresh')]).toEqual(['system', 'secret']);
  });

  test.each(['keychain-locked', 'keychain-denied', 'hanging'] as const)(
    'waits for a keychain that is %s when keychain.json is broken, and chooses no other',
    async (health) => {
      const scene = await profileWith(provider);
      const before = await choiceOf(scene.profile);
      await writeFile(join(scene.profile, 'keychain.json'), 'broken');
      for (const name of providerNames) scene.keychains.health[name] = health;
      const { store } = await start(scene);
      const code = health === 'hanging' ? 'keychain-slow' : health;
      expect([store.kind, await reportOf(store.get('account/a/refresh'))]).toEqual(['system', { code }]);
      expect(await reportOf(store.set('account/a/refresh', 'other'))).toEqual({ code });
      expect(await choiceOf(scene.profile)).toBeNull();
      for (const name of providerNames) scene.keychains.health[name] = 'healthy';
      expect(await store.get('account/a/refresh')).toBe('secret');
      expect(await choiceOf(scene.profile)).toEqual(before);
    },
  );

  test('keeps all items when its keychain is unavailable while keychain.json is broken', async () => {
    const scene = await profileWith(provider);
    const before = await choiceOf(scene.profile);
    await writeFile(join(scene.profile, 'keychain.json'), 'broken');
    for (const name of providerNames) scene.keychains.health[name] = 'keychain-absent';
    expect((await start(scene)).store.kind).toBe('memory');
    for (const name of providerNames) scene.keychains.health[name] = 'healthy';
    const { store } = await start(scene);
    expect([await store.get('account/a/refresh'), await choiceOf(scene.profile)]).toEqual(['secret', before]);
  });

  test.each([
    { what: 'stored', use: ({ store }: ChosenStore) => store.set('account/a/access', 'secret') },
    { what: 'read', use: ({ store }: ChosenStore) => store.get('account/a/refresh') },
    { what: 'deleted', use: ({ store }: ChosenStore) => store.delete('account/a/access') },
  ])('is found again after it was moved, once a secret was $what there', async ({ use }) => {
    const scene = await profileWith(provider);
    const before = await choiceOf(scene.profile);
    const moved = join(scene.profile, '..', 'moved');
    await rename(scene.profile, moved);
    const first = await start({ ...scene, profile: moved });
    await use(first);
    await eventually(() =>
      expect(Object.values(scene.keychains.stored(provider, 'Latchkey profiles'))).toEqual([before.service, before.service]),
    );
    await writeFile(join(moved, 'keychain.json'), 'broken');
    expect(await (await start({ ...scene, profile: moved })).store.get('account/a/refresh')).toBe('secret');
  });
});

test('the report of a broken file says where its copy is', async () => {
  const scene = await profileWith('keytar');
  await writeFile(join(scene.profile, 'keychain.json'), 'broken');
  const { aside } = await start(scene);
  expect(aside).toMatchObject([
    { kind: 'file-unreadable', file: 'keychain.json', copy: expect.stringMatching(/^keychain\.json\.broken-\d+$/) },
  ]);
});

test('two processes that find the same broken file find the same items', async () => {
  const scene = await profileWith('keytar');
  await writeFile(join(scene.profile, 'keychain.json'), 'broken');
  const stores = await Promise.all([start(scene), start(scene)]);
  expect(await Promise.all(stores.map(({ store }) => store.get('account/a/refresh')))).toEqual(['secret', 'secret']);
});

test('a record that is up to date is written once', async () => {
  const scene = await profileWith('keytar');
  scene.keychains.asked.length = 0;
  const { store } = await start(scene);
  await store.get('account/a/refresh');
  await eventually(() => expect(scene.keychains.asked.filter((request) => / profile\//.test(request))).toHaveLength(1));
  await store.get('account/a/refresh');
  expect(scene.keychains.asked.filter((request) => /set /.test(request))).toEqual([]);
});

test('a record that is not one is not used', async () => {
  const scene = await profileWith('napi-keyring');
  const { service } = await choiceOf(scene.profile);
  const [name = ''] = Object.keys(scene.keychains.stored('napi-keyring', 'Latchkey profiles')).filter((item) =>
    item.startsWith('profile/'),
  );
  await writeFile(join(scene.profile, 'keychain.json'), 'broken');
  await overwriteRecord(scene.keychains, name, 'Another program');
  await start(scene);
  const choice = await choiceOf(scene.profile);
  expect(choice.service).toMatch(/^Latchkey [0-9a-f]{16}$/);
  expect(choice.service).not.toBe(service);
});

describe('the first choice', () => {
  const fresh = async (health: Partial<Record<ProviderName, KeychainHealth>>): Promise<Scene> => ({
    profile: join(await temporaryFolder(), 'profile'),
    keychains: createFakeKeychains(health),
    isUsed: false,
  });

  test.each([
    { what: 'the first library that works', health: {}, provider: 'napi-keyring' },
    { what: 'the second where the first does not work', health: { 'napi-keyring': 'keychain-absent' }, provider: 'keytar' },
    { what: 'the first, whatever the second does', health: { keytar: 'hanging' }, provider: 'napi-keyring' },
  ] as const)('is $what', async ({ health, provider }) => {
    const scene = await fresh(health);
    const { store } = await start(scene);
    await store.set('one', '1');
    const choice = await choiceOf(scene.profile);
    expect([choice.provider, scene.keychains.stored(provider, choice.service)]).toEqual([provider, { one: '1' }]);
    expect(await readdir(scene.profile)).toEqual(['keychain.json']);
  });

  test('leaves nothing in the keychain but its record', async () => {
    const scene = await fresh({});
    await start(scene);
    const { service } = await choiceOf(scene.profile);
    expect(scene.keychains.services('keytar')).toEqual([]);
    expect(scene.keychains.services('napi-keyring')).toEqual(['Latchkey profiles']);
    const stored = scene.keychains.stored('napi-keyring', 'Latchkey profiles');
    expect(Object.entries(stored)).toEqual([[expect.stringMatching(/^profile\/[0-9a-f]{64}$/), service]]);
  });

  test('is memory without a keychain, and where it cannot be written down', async () => {
    const absent = await fresh({ 'napi-keyring': 'keychain-absent', keytar: 'keychain-absent' });
    expect((await start(absent)).store.kind).toBe('memory');
    const unwritable = await fresh({});
    await writeFile(unwritable.profile, 'a file');
    expect((await start(unwritable)).store.kind).toBe('memory');
  });

  test('of two processes at once is one', async () => {
    const scene = await fresh({});
    const [one, other] = await Promise.all([start(scene), start(scene)]);
    await one.store.set('one', '1');
    expect(await other.store.get('one')).toBe('1');
  });

  test('is the same through a link to the profile', async () => {
    const scene = await profileWith('keytar');
    const link = join(scene.profile, '..', 'link');
    await symlink(scene.profile, link);
    await writeFile(join(scene.profile, 'keychain.json'), 'broken');
    expect(await (await start({ ...scene, profile: link })).store.get('account/a/refresh')).toBe('secret');
  });
});

test('a waiting store chooses once for concurrent requests, and not after it was closed', async () => {
  const scene = await profileWith('keytar');
  await writeFile(join(scene.profile, 'keychain.json'), 'broken');
  for (const name of providerNames) scene.keychains.health[name] = 'keychain-locked';
  const [used, closed] = [await start(scene), await start(scene)];
  for (const name of providerNames) scene.keychains.health[name] = 'healthy';
  scene.keychains.asked.length = 0;
  expect(await Promise.all(Array.from({ length: 5 }, () => used.store.get('account/a/refresh')))).toEqual(Array(5).fill('secret'));
  // The chosen library's record is compared again when it is used.
  expect(scene.keychains.asked.filter((request) => /^napi-keyring get profile/.test(request))).toHaveLength(1);
  closed.close();
  expect(await reportOf(closed.store.get('account/a/refresh'))).toEqual({ code: 'keychain-absent' });
});

/** As a program would that files something under the same name. */
async function overwriteRecord({ spawnWorker }: FakeKeychains, item: string, value: string): Promise<void> {
  const worker = spawnWorker('keychain-worker', ['--provider', 'napi-keyring', '--service', 'Latchkey profiles']);
  const done = new Promise<void>((resolve) => worker.onMessage(() => resolve()));
  worker.post({ id: 1, op: 'set', item, value });
  await done;
}
