/** Other users of the machine can read nothing of a profile. */
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFakeKeychains } from '../support/main/fake-keychains';
import { advanceSandbox, type LaunchedApp, launchApp, launchOpened } from '../support/main/launch-app';
import { createLockableStore } from '../support/main/test-ports';
import { stepOf } from '../support/steps';
import { temporaryFolder } from '../support/temporary-folder';

/** Returns everything in and below the folder, with its mode. */
async function modesBelow(folder: string): Promise<Map<string, number>> {
  const names = await readdir(folder, { recursive: true });
  const modes = await Promise.all(['.', ...names].map(async (name) => [name, await modeOf(join(folder, name))] as const));
  // A lock may be deleted before its mode is read.
  return new Map(modes.flatMap(([name, mode]) => (mode === null ? [] : [[name, mode] as const])));
}

const modeOf = (path: string) =>
  stat(path).then(
    ({ mode }) => mode & 0o777,
    () => null,
  );

const expected = (modes: Map<string, number>) => [...modes].filter(([, mode]) => mode !== 0o600 && mode !== 0o700);

/** Makes the program write every file. Returns the modes during the run and at its end. */
async function useAll(profile: string, secrets = createLockableStore()): Promise<Map<string, number>> {
  const launched = await launchOpened(profile, { secrets, sandbox: 'process' });
  const { connectionId, asAccount } = launched;
  // After a day the session needs another access token.
  await advanceSandbox(launched, 86_400_000);
  await launched.service.users.me(asAccount);
  await launched.api.settings.update({ theme: 'dark' });
  await launched.api.viewState.write({ scope: 'app', key: 'panel', value: 1 });
  await launched.api.viewState.read({ scope: 'app' });
  await startProviderSignIn(launched, connectionId);
  const meanwhile = await modesBelow(profile);
  await launched.close();
  // Everything was written, so no file is locked.
  expect([...(await modesBelow(profile)).keys()].filter((name) => name.endsWith('.lock') && name !== 'sandbox/sandbox.lock')).toEqual([]);
  return new Map([...meanwhile, ...(await modesBelow(profile))]);
}

/** Starts a sign-in, which stores its state and the port of the callback server. */
async function startProviderSignIn({ api }: LaunchedApp, connectionId: string): Promise<void> {
  const { flowId } = stepOf('browser', await api.signIn.withProvider({ connectionId, provider: 'github' }));
  await api.signIn.cancel({ flowId });
}

const kept = [
  'accounts.json',
  'connections.json',
  'handler-server.json',
  'locks',
  'logs/latchkey.log',
  'oauth-states.json',
  'sandbox/sandbox.db',
  'sandbox/sandbox.db-shm',
  'sandbox/sandbox.db-wal',
  'sandbox/sandbox.lock',
  'settings.json',
  'token-revisions.json',
  'view-state.json',
];

test('every file and folder of a new profile is its owner’s only, whatever the process’s default modes are', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const profile = join(await temporaryFolder(), 'profile');
  const modes = await useAll(profile);
  expect([...modes.keys()]).toEqual(expect.arrayContaining(kept));
  expect(expected(modes)).toEqual([]);
});

test('so is every one that existed with a wider mode', async () => {
  const profile = join(await temporaryFolder(), 'profile');
  await mkdir(profile);
  const secrets = createLockableStore();
  await useAll(profile, secrets);
  for (const [name, mode] of await modesBelow(profile)) await chmod(join(profile, name), mode === 0o700 ? 0o755 : 0o644);
  expect(expected(await useAll(profile, secrets))).toEqual([]);
});

test('so is keychain.json', async () => {
  const profile = join(await temporaryFolder(), 'profile');
  await mkdir(profile, { mode: 0o755 });
  const { spawnWorker } = createFakeKeychains();
  const before = process.umask(0);
  const { close } = await launchApp(profile, { keyring: {}, spawnWorker }).finally(() => process.umask(before));
  await close();
  const modes = await modesBelow(profile);
  expect([...modes.keys()]).toContain('keychain.json');
  expect(expected(modes)).toEqual([]);
});
