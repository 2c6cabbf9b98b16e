import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSandbox } from '../testing/test-sandbox';
import { withFolderLock } from './folder-lock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-spec-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Returns a promise with its resolve function. */
function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('the lock of a data folder', () => {
  it('runs one task at a time, also after one that failed', async () => {
    const steps: string[] = [];
    const first = deferred();
    const started = deferred();
    const tasks = [
      withFolderLock(folder, async () => {
        steps.push('first starts');
        started.resolve();
        await first.promise;
        steps.push('first ends');
        throw new Error('first');
      }),
      started.promise.then(() =>
        withFolderLock(folder, async () => {
          steps.push('second');
          return 2;
        }),
      ),
    ];
    const settled = Promise.allSettled(tasks);
    await started.promise;
    first.resolve();
    expect(await settled).toEqual([
      { status: 'rejected', reason: new Error('first') },
      { status: 'fulfilled', value: 2 },
    ]);
    expect(steps).toEqual(['first starts', 'first ends', 'second']);
  });

  it('is released by a process that was killed', async () => {
    const holder = join(folder, 'holder.mjs');
    writeFileSync(
      holder,
      `import Libsql from ${JSON.stringify(resolve('node_modules/libsql/index.js'))};
       new Libsql(${JSON.stringify(join(folder, 'sandbox.lock'))}).exec('BEGIN EXCLUSIVE');
       process.send('held');
       setInterval(() => {}, 1000);`,
    );
    const child = fork(holder);
    await once(child, 'message');
    let isFree = false;
    const waiting = withFolderLock(folder, async () => {
      isFree = true;
    });
    // A task that didn't wait would run in this turn of the event loop.
    await new Promise((done) => setImmediate(done));
    expect(isFree).toBe(false);
    child.kill('SIGKILL');
    await waiting;
    expect(isFree).toBe(true);
  });
});

describe('several processes that open a new folder concurrently', () => {
  it('use the data that the first one seeds, and read what the others write', async () => {
    const several = await Promise.all([1, 2, 3].map((random) => createTestSandbox({ folder, random })));
    const [one, ...others] = several;
    if (one === undefined) throw new Error('no sandbox');
    for (const other of others) expect(other.keys).toEqual(one.keys);
    const tokens = await one.signIn();
    await one.call('client', 'PATCH', '/users/me', { display_name: 'Shared' }, tokens.access_token);
    for (const other of others) {
      expect((await other.call('client', 'GET', '/users/me', undefined, tokens.access_token)).json.display_name).toBe('Shared');
    }
    expect(several.flatMap(({ faults }) => faults)).toEqual([]);
    for (const { store } of several) store.close();
  });
});
