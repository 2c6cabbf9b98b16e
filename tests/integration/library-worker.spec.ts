import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createLibraryClient } from '#main/library/library-client.ts';
import type { Worker } from '#main/ports/ports.ts';
import { workerFolder } from '../support/main/build-worker';
import { forkedWorker } from '../support/main/forked-worker';
import { startLibraryInProcess } from '../support/main/library-in-process';
import { indexUsers } from '../support/samples/index-users';
import { temporaryFolder } from '../support/temporary-folder';

interface Ends {
  /** How many workers are ended, each while it stores users. */
  readonly kills: number;
  readonly spawn: () => Worker;
  /** Ends the running worker. */
  readonly kill: (number: number) => Promise<void>;
}

/** Stores users by workers that are ended, and expects those that were confirmed. */
async function expectKept({ kills, spawn, kill }: Ends): Promise<void> {
  let starts = 0;
  const client = createLibraryClient(() => {
    starts += 1;
    return spawn();
  });
  onTestFinished(client.end);
  const path = join(await temporaryFolder(), 'library', 'index-1.db');
  const users = indexUsers(10 * kills, () => 0.5);
  expect(await client.open({ path, key: 'ab'.repeat(32), subject: 's' })).toMatchObject({ users: 0, wasRebuilt: false });
  for (let number = 0; number < kills; number += 1) {
    let killed = Promise.resolve();
    const [, ...rest] = await Promise.allSettled(
      users.slice(0, 10 * (number + 1)).map((user, at) => {
        if (at === 9 * (number + 1)) killed = kill(number);
        return client.request(path, { op: 'put-users', users: [user] });
      }),
    );
    await killed;
    const state = await client.request(path, { op: 'state' });
    expect(state.wasRebuilt).toBe(false);
    expect(state.users).toBeGreaterThanOrEqual(rest.filter(({ status }) => status === 'fulfilled').length);
  }
  expect(starts).toBe(kills + 1);
  await client.delete(path);
  await expect(client.request(path, { op: 'state' })).rejects.toThrow('closed');
}

/** The benchmark `index-crash` kills 200 of them. */
test('what the worker has confirmed is there after it was killed, and the next request starts another one', async () => {
  const file = join(await workerFolder(), 'library-worker.js');
  const pids: (number | undefined)[] = [];
  const spawn = () => {
    const child = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
    pids.push(child.pid);
    return forkedWorker(child);
  };
  await expectKept({ kills: 3, spawn, kill: async () => void process.kill(pids.at(-1) ?? 0, 'SIGKILL') });
  expect(new Set(pids).size).toBe(4);
});

test('what a worker has confirmed is there after it ended between any two of its requests', async () => {
  let worker: Worker | undefined;
  const spawn = () => {
    worker = startLibraryInProcess();
    return worker;
  };
  const kill = async (turns: number) => {
    const own = worker;
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    own?.kill();
  };
  await expectKept({ kills: 15, spawn, kill });
});
