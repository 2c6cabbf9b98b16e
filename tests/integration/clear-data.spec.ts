/** Clearing all local data, with a keyring and with processes of the system. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeychain } from '#main/keychain/keychain.ts';
import { keychainFile } from '#main/keychain/keychain-choice.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { tokenItems } from '#main/session/token-store.ts';
import { eventually } from '../support/eventually';
import { keychainWorkers } from '../support/main/keychain-workers';
import { canStartKeyring, type KeyringSession, startKeyringSession } from '../support/main/keyring-session';
import { launchApp, launchOpened } from '../support/main/launch-app';
import { temporaryFolder } from '../support/temporary-folder';

let session: KeyringSession;

beforeAll(async () => {
  if (!(await canStartKeyring()))
    throw new Error('This spec needs a keyring of its own. On Debian: apt-get install gnome-keyring dbus libsecret-1-0');
  session = await startKeyringSession();
});
afterAll(() => session?.close());

/** Returns a function that counts how many items of a profile the keyring has. */
async function itemsOf(profile: string) {
  const choice = await keychainFile(profile, systemClock, () => undefined).read();
  if (choice === null) throw new Error('The profile has no keychain.');
  const { accounts } = JSON.parse(await readFile(join(profile, 'accounts.json'), 'utf8')).data as { accounts: { tokenSet: string }[] };
  const { connections } = JSON.parse(await readFile(join(profile, 'connections.json'), 'utf8')).data as {
    connections: { keys: Record<string, { item: string }> }[];
  };
  const keys = connections.flatMap((connection) => Object.values(connection.keys).map(({ item }) => item));
  const names = [...accounts.flatMap(({ tokenSet }) => tokenItems(tokenSet)), ...keys];
  const workers = await keychainWorkers(() => session.env);
  return async () => {
    const keychain = createKeychain({ spawnWorker: workers.spawnWorker, clock: systemClock, ...choice });
    const values: (string | null)[] = [];
    for (const name of names) values.push(await keychain.get(name));
    keychain.close();
    return values.filter((value) => value !== null).length;
  };
}

const draft = {
  name: 'Hosted',
  baseUrl: 'https://x.test',
  projectId: '11111111-2222-4333-8444-555555555555',
  environment: 'production',
  keys: { server: `ssk_${'s'.repeat(45)}` },
} as const;

test('the next start deletes the profile’s files and its items in the keyring, and leaves those of another profile', async () => {
  const [profile, other] = [await temporaryFolder(), await temporaryFolder()];
  const first = await launchOpened(profile, { keyring: session.env });
  const second = await launchOpened(other, { keyring: session.env });
  for (const { api } of [first, second]) await api.connections.add({ draft });
  await second.close();
  const [own, others] = [await itemsOf(profile), await itemsOf(other)];
  const before = await others();
  expect([(await own()) > 2, before > 2]).toEqual([true, true]);
  await first.api.localData.clear({});
  await first.close();

  const next = await launchApp(profile, { keyring: session.env });
  expect([(await next.api.connections.list({})).value, (await next.api.accounts.list({})).value]).toEqual([[], []]);
  expect((await next.api.app.notices({})).value).toEqual([]);
  expect([await own(), await others()]).toEqual([0, before]);
  await next.close();
  expect((await readdir(profile)).sort()).toEqual(['keychain.json', 'logs']);
});

test('a locked keyring keeps the items until a start finds it unlocked', async () => {
  const profile = await temporaryFolder();
  const first = await launchOpened(profile, { keyring: session.env });
  const own = await itemsOf(profile);
  await first.api.localData.clear({});
  await first.close();
  await session.lock();
  const second = await launchApp(profile, { keyring: session.env });
  expect((await second.api.app.notices({})).value).toMatchObject([{ kind: 'secrets-left' }]);
  expect((await second.api.accounts.list({})).value).toEqual([]);
  await second.close();
  await session.unlock();
  expect(await own()).toBe(2);
  await launchApp(profile, { keyring: session.env });
  await eventually(async () => expect(await own()).toBe(0));
});
