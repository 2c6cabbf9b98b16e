/** Ctrl+C in a terminal, which sends SIGINT to each process of its group, each time that the user presses it. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { prepareElectron, programFolder } from '../support/electron/process';
import { temporaryFolder } from '../support/temporary-folder';

const root = resolve(import.meta.dirname, '../..');

/** Returns the folder of a program that starts the test double in the place of Electron. */
async function standIn(): Promise<string> {
  const folder = await temporaryFolder();
  const register = pathToFileURL(join(await prepareElectron(), 'register.js')).href;
  const main = join(await programFolder(), 'out/main/index.js');
  const program = `#!/bin/sh\nshift\nexec '${process.execPath}' --import '${register}' '${main}' "$@"\n`;
  await writeFile(join(folder, 'electron'), program);
  await chmod(join(folder, 'electron'), 0o755);
  return folder;
}

/** Starts `npm start`'s script as the first of a group of processes. Resolves when the program is ready. */
async function start(host: 'browser' | 'electron', profile: string) {
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: await standIn(), DISPLAY: ':99' };
  const options = ['--host', host, '--json', '--no-open', '--keychain', 'memory', '--profile', profile];
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), ...options], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const group = -(child.pid ?? 0);
  let complaints = '';
  child.stderr.on('data', (part) => {
    complaints += part;
  });
  const ended = once(child, 'close');
  onTestFinished(() => {
    signalGroup(group, 'SIGKILL');
  });
  await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error(complaints)))]);
  return { child, group, ended, complaints: () => complaints };
}

/** Returns whether there is a process in the group. */
function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(group, signal);
  } catch {
    return false;
  }
}

/** The programs that run on a profile have a file each, which they remove when they close. */
const runningOn = (profile: string) => readdirSync(profile).filter((name) => name.startsWith('running-'));

// Windows has no groups of processes.
test.skipIf(process.platform === 'win32').each(['browser', 'electron'] as const)(
  'the %s host closes in order, however often it is pressed',
  async (host) => {
    const profile = join(await temporaryFolder(), 'profile');
    const { child, group, ended, complaints } = await start(host, profile);
    expect(runningOn(profile)).toHaveLength(1);
    // The group may have ended before this process knows it.
    while (child.exitCode === null && child.signalCode === null && signalGroup(group, 'SIGINT')) await delay(20);
    await ended;
    expect([child.exitCode, runningOn(profile), complaints()]).toEqual([0, [], '']);
  },
);

test.skipIf(process.platform === 'win32').each(['browser', 'electron'] as const)(
  'the %s host also closes when only its script is ended',
  async (host) => {
    const profile = join(await temporaryFolder(), 'profile');
    const { child, ended, complaints } = await start(host, profile);
    child.kill('SIGTERM');
    await ended;
    expect([child.exitCode, runningOn(profile), complaints()]).toEqual([0, [], '']);
  },
);

test.skipIf(process.platform === 'win32')('a command of the packaged app takes its folder of Chromium with it', async () => {
  const temporary = await temporaryFolder();
  const options = ['--json', '--keychain', 'memory', '--profile', join(temporary, 'profile')];
  const child = spawn(join(await standIn(), 'electron'), ['.', '--terminal', 'sandbox', ...options], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const folders = () => readdirSync(temporary).filter((name) => name.startsWith('latchkey-terminal-'));
  await once(child.stdout, 'data');
  expect(folders()).toHaveLength(1);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([130, null]);
  expect(folders()).toEqual([]);
});

test.skipIf(process.platform === 'win32')('the worker of the keychain stays for what is written while the program closes', async () => {
  const child = fork(join(root, 'out/main/keychain-worker.js'), ['--service', 'latchkey-ctrl-c'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for (const id of [1, 2, 3]) {
    child.send({ id, op: 'get', item: 'x' });
    expect((await once(child, 'message'))[0]).toMatchObject({ id });
    child.kill('SIGINT');
  }
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});
