import { fork } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLibraryClient } from '#main/library/library-client.ts';
import { workerFolder } from '../support/main/build-worker';
import { forkedWorker } from '../support/main/forked-worker';
import { indexUsers } from '../support/samples/index-users';
import { temporaryFolder } from '../support/temporary-folder';

/** Ends of the worker, each while it stores users. The benchmark `index-crash` has 200 of them. */
const kills = 15;

test('what the worker has confirmed is there after it was killed, and the next request starts another one', async () => {
  const file = join(await workerFolder(), 'library-worker.js');
  const pids: (number | undefined)[] = [];
  const client = createLibraryClient(() => {
    const child = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
    pids.push(child.pid);
    return forkedWorker(child);
  });
  onTestFinished(client.end);
  const path = join(await temporaryFolder(), 'library', 'index-1.db');
  const users = indexUsers(10 * kills, () => 0.5);
  expect(await client.open({ path, key: 'ab'.repeat(32), subject: 's' })).toMatchObject({ users: 0, wasRebuilt: false });
  for (let kill = 0; kill < kills; kill += 1) {
    const [, ...rest] = await Promise.allSettled(
      users.slice(0, 10 * (kill + 1)).map((user, at) => {
        if (at === 9 * (kill + 1)) process.kill(pids.at(-1) ?? 0, 'SIGKILL');
        return client.request(path, { op: 'put-users', users: [user] });
      }),
    );
    const state = await client.request(path, { op: 'state' });
    expect(state.wasRebuilt).toBe(false);
    expect(state.users).toBeGreaterThanOrEqual(rest.filter(({ status }) => status === 'fulfilled').length);
  }
  expect(pids).toHaveLength(kills + 1);
  await client.delete(path);
  await expect(client.request(path, { op: 'state' })).rejects.toThrow('closed');
});
