/**
 * The whole program with a keychain whose process never responds: it starts, calls fail with their code, nothing is lost, and it recovers.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Ports } from '#main/ports/ports.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { workerFolder } from '../support/main/build-worker';
import { forkedWorker } from '../support/main/forked-worker';
import { canStartKeyring, type KeyringSession, startKeyringSession } from '../support/main/keyring-session';
import { launchApp, launchOpened, sandboxRuns, sandboxUrl } from '../support/main/launch-app';
import { temporaryFolder } from '../support/temporary-folder';

let session: KeyringSession;

beforeAll(async () => {
  if (!(await canStartKeyring())) throw new Error('This spec needs a keyring. On Debian: apt-get install gnome-keyring dbus libsecret-1-0');
  session = await startKeyringSession();
});
afterAll(() => session?.close());

/** Creates a function that starts workers like the browser host, except that the keychain's hang as long as the test requires. */
async function hangingWorkers() {
  const folder = await workerFolder();
  const silent = join(await temporaryFolder(), 'silent.js');
  await writeFile(silent, 'process.on("message", () => undefined);');
  const state = { isHanging: false };
  /** A request to a keychain that hangs times out after ten seconds; a third of a second is enough here. */
  const clock: typeof systemClock = {
    ...systemClock,
    after: (delay, task) => systemClock.after(delay === 10_000 && state.isHanging ? 300 : delay, task),
  };
  const children: ChildProcess[] = [];
  onTestFinished(() => children.forEach((child) => void child.kill('SIGKILL')));
  const spawnWorker: Ports['spawnWorker'] = (name, args) => {
    const isKeychain = name === 'keychain-worker';
    const file = isKeychain && state.isHanging ? silent : join(folder, `${name}.js`);
    const env = isKeychain ? session.env : process.env;
    const child = fork(file, [...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [], env });
    children.push(child);
    return forkedWorker(child);
  };
  return { state, clock, spawnWorker };
}

/** Launches the program with its own keychain: without `secrets` in its ports. */
const launch = (profile: string, { spawnWorker, clock }: Awaited<ReturnType<typeof hangingWorkers>>) =>
  launchApp(profile, { keyring: session.env, spawnWorker, clock });
const slow = { report: { code: 'keychain-slow' } };
const filesOf = (profile: string) =>
  Promise.all(['accounts.json', 'connections.json', 'keychain.json'].map((name) => readFile(join(profile, name), 'utf8')));

test('keeps accounts and keys when the keychain hangs, and works again once it responds', async () => {
  const profile = await temporaryFolder();
  const workers = await hangingWorkers();
  const { state, spawnWorker, clock } = workers;
  const first = await launchOpened(profile, { keyring: session.env, spawnWorker, clock });
  const { value: project } = await first.api.connections.list({});
  await first.service.users.list({ ...first.asProject, query: { limit: 1 } });
  const sent = first.exchanges.flatMap(({ request: { headers } }) => Object.entries(headers));
  const serverKey = sent.find(([name]) => name.endsWith('-secret-server-key'))?.[1];
  const draft = {
    name: 'By key',
    baseUrl: await sandboxUrl(first),
    projectId: project[0]?.projectId ?? '',
    environment: 'development' as const,
    keys: { server: serverKey ?? '' },
  };
  const { id } = await first.api.connections.add({ draft });
  await first.close();
  const before = await filesOf(profile);

  state.isHanging = true;
  const second = await launch(profile, workers);
  expect((await second.api.accounts.list({})).value).toMatchObject([{ id: first.accountId, state: 'signed-in' }]);
  await sandboxRuns(second);
  // The sandbox has another address at each start.
  await expect(second.service.users.me(first.asAccount)).rejects.toMatchObject(slow);
  await expect(second.service.users.list({ actor: 'project', connectionId: id, query: { limit: 1 } })).rejects.toMatchObject(slow);
  await expect(second.api.accounts.signOut({ accountId: first.accountId })).rejects.toMatchObject(slow);
  const credentials = { connectionId: first.connectionId, email: 'mary@analytical.example', password: 'some long words' };
  await expect(second.api.signIn.signUp(credentials)).rejects.toMatchObject(slow);
  await expect(second.api.connections.add({ draft: { ...draft, name: 'Another' } })).rejects.toMatchObject(slow);
  await expect(second.api.connections.remove({ id })).rejects.toMatchObject(slow);
  expect((await second.api.connections.list({})).value.map(({ name }) => name)).toEqual(['Analytical Engines', 'By key']);
  expect((await second.api.app.notices({})).value).toEqual([]);

  state.isHanging = false;
  expect((await second.service.users.me(first.asAccount)).display_name).toBe('Ada Lovelace');
  await second.api.connections.edit({ id, change: { baseUrl: await sandboxUrl(second), keys: { server: serverKey ?? '' } } });
  expect((await second.service.users.list({ actor: 'project', connectionId: id, query: { limit: 1 } })).items).toHaveLength(1);
  await second.close();
  const [accounts = '', , keychain] = await filesOf(profile);
  expect([JSON.parse(accounts).data.accounts, keychain]).toEqual([JSON.parse(before[0] ?? '').data.accounts, before[2]]);

  // A write that was interrupted when it hung is removed by the next start.
  const third = await launch(profile, workers);
  await expect
    .poll(async () => JSON.parse((await filesOf(profile))[1] ?? '').data, { timeout: 20_000 })
    .toMatchObject({ adding: [], leftovers: [] });
  await third.close();
});

test('chooses no keychain on a first start while it hangs, and uses it once it responds', async () => {
  const profile = await temporaryFolder();
  const workers = await hangingWorkers();
  const { state } = workers;
  state.isHanging = true;
  const launched = await launch(profile, workers);
  expect((await launched.api.app.info({})).keychain).toBe('system');
  await expect(launched.api.sandbox.open({})).rejects.toMatchObject(slow);
  expect((await launched.api.accounts.list({})).value).toEqual([]);
  await expect(readFile(join(profile, 'keychain.json'))).rejects.toMatchObject({ code: 'ENOENT' });
  state.isHanging = false;
  const { accountId } = await launched.api.sandbox.open({});
  await launched.close();
  const again = await launch(profile, workers);
  expect((await again.api.accounts.list({})).value).toMatchObject([{ id: accountId, state: 'signed-in' }]);
});

test('the program quits while the keychain hangs', async () => {
  const profile = await temporaryFolder();
  const workers = await hangingWorkers();
  const { state, spawnWorker, clock } = workers;
  const first = await launchOpened(profile, { keyring: session.env, spawnWorker, clock });
  state.isHanging = true;
  await first.close();
  const second = await launchApp(profile, { keyring: session.env, spawnWorker });
  const asking = second.api.accounts.signOut({ accountId: first.accountId }).catch((thrown: unknown) => thrown);
  const begun = performance.now();
  await second.close();
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(await asking).toMatchObject({ report: { code: expect.stringMatching(/^keychain-/) } });
});
