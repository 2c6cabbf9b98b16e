/** The built Electron host on the test double of Electron: its processes and its connection to a service. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { launchElectron } from '../support/electron/launch';
import { prepareElectron, type RunningElectron } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

beforeAll(() => prepareElectron());

interface Sandbox {
  readonly value: { readonly connectionId: string; readonly accountId: string };
}

const stateOf = async (running: RunningElectron) =>
  ((await running.call('sandbox.state', {})) as { value: { value: { state: string; url?: string } } }).value.value;

test('the sandbox runs in a utility process, serves calls through a separate session, and ends with the program', async () => {
  const running = await launchElectron(await temporaryFolder());
  const { value } = (await running.call('sandbox.open', {})) as Sandbox;
  const workers = await running.evaluate(({ utilities }) => utilities.map(({ file, args, options }) => ({ file, args, options })));
  // The library verifies its journal a while after the start.
  expect(workers.filter(({ file }) => !file.endsWith('library-worker.js'))).toEqual([
    {
      file: expect.stringMatching(/out\/main\/sandbox-worker\.js$/),
      args: expect.arrayContaining(['--seed', 'demo']),
      options: { serviceName: 'Latchkey sandbox-worker', stdio: 'inherit' },
    },
  ]);
  const users = await running.call('service.users.list', { actor: 'project', connectionId: value.connectionId, query: { limit: 3 } });
  expect(users).toMatchObject({ ok: true, value: { items: [{}, {}, {}] } });
  const sent = await running.evaluate(({ net, partition }) => ({
    own: net.requests.every(({ session }) => session === (partition('latchkey-service-direct').face as unknown)),
    cache: partition('latchkey-service-direct').options.cache,
    options: net.requests.map(({ redirect, credentials, cache, headers }) => [redirect, credentials, cache, headers?.['accept-encoding']]),
  }));
  expect(sent).toMatchObject({ own: true, cache: false });
  expect(new Set(sent.options.map(String))).toEqual(new Set(['manual,omit,no-store,identity']));

  const go = await running.evaluate(({ menuItems, windows }) => {
    const item = menuItems().find(({ label }) => label === 'Analytical Engines');
    const click = item?.click as (() => void) | undefined;
    click?.();
    const { args = [] } = windows[0]?.contents.page?.messages.at(-1) ?? {};
    return { keys: item?.accelerator, told: args[0] };
  });
  expect(go).toMatchObject({
    keys: 'CommandOrControl+1',
    told: { name: 'app.command', value: { id: 'connection', connectionId: value.connectionId } },
  });

  const pid = await running.evaluate(({ utilities, app }) => {
    app.quit();
    return utilities[0]?.process.pid ?? 0;
  });
  expect(await running.exited).toBe(0);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a sandbox that crashes is reported, and can be started again', async () => {
  const running = await launchElectron(await temporaryFolder());
  await running.call('sandbox.open', {});
  await running.evaluate(({ utilities }) => utilities[0]?.process.kill('SIGKILL'));
  await expect.poll(() => stateOf(running)).toEqual({ state: 'failed', reason: 'exited' });
  expect(await running.call('sandbox.restart', {})).toEqual({ ok: true, value: null });
  expect(await stateOf(running)).toMatchObject({ state: 'running' });
  const ended = await running.evaluate(({ utilities }) =>
    utilities.filter(({ file }) => file.endsWith('sandbox-worker.js')).map((worker) => worker.ended),
  );
  expect(ended).toEqual([true, false]);
});

test('a fatal error of V8 in a worker is the worker’s end, not a fault of the app, and its report is nowhere', async () => {
  const folder = await temporaryFolder();
  const running = await launchElectron(folder);
  await running.call('sandbox.open', {});
  await running.evaluate(({ utilities }) => utilities[0]?.fail());
  await expect.poll(() => stateOf(running)).toEqual({ state: 'failed', reason: 'exited' });
  expect(await running.evaluate(({ dialog }) => dialog.questions)).toEqual([]);
  expect(await readFile(join(folder, 'logs', 'latchkey.log'), 'utf8')).not.toMatch(/environmentVariables|ToLocalChecked/);
});

test('the keychain runs in a separate utility process, one library after the other, and no process is left', async () => {
  const running = await launchElectron(await temporaryFolder(), { keychain: true });
  const workers = await running.evaluate(({ utilities }) => utilities.map(({ file, args }) => [file.split('/').at(-1), args[1]]));
  expect(workers[0]).toEqual(['keychain-worker.js', 'napi-keyring']);
  const info = (await running.call('app.info', {})) as { value: { keychain: string } };
  const alive = await running.evaluate(({ utilities }) => utilities.filter(({ ended }) => !ended).length);
  if (info.value.keychain === 'memory') expect([workers[1], alive]).toEqual([['keychain-worker.js', 'keytar'], 0]);
  const pids = await running.evaluate(({ utilities, app }) => {
    app.quit();
    return utilities.map(({ process }) => process.pid ?? 0);
  });
  expect(await running.exited).toBe(0);
  for (const pid of pids) await expect.poll(() => isRunning(pid)).toBe(false);
});

/** Whether a process is running; a zombie is not. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}
