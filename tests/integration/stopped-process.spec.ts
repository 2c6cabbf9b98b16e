/** Processes that are stopped during a change, and continue when another process has taken over their lock. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../support/eventually';
import { workerFolder } from '../support/main/build-worker';
import { ageLock } from '../support/main/stale-lock';
import { temporaryFolder } from '../support/temporary-folder';

interface Writer {
  readonly child: ChildProcess;
  /** Number of changes that the process reported as written. */
  confirmed: number;
}

async function startWriter(path: string, name: string): Promise<Writer> {
  const file = join(await workerFolder(), 'counting-writer.js');
  const child = fork(file, [path, name], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const writer = { child, confirmed: 0 };
  child.on('message', () => {
    writer.confirmed += 1;
  });
  return writer;
}

async function setUp() {
  const folder = await temporaryFolder();
  const path = join(folder, 'counters.json');
  const [one, other] = [await startWriter(path, 'one'), await startWriter(path, 'other')];
  return { one, other, path, lock: `${path}.lock` };
}

function isHeld(lock: string): boolean {
  try {
    return readdirSync(lock).length > 0;
  } catch {
    return false;
  }
}

/** Stops the process during a change, with as many attempts as that needs. */
async function stopWithinChange({ child }: Writer, lock: string): Promise<void> {
  for (;;) {
    await eventually(() => expect(isHeld(lock)).toBe(true));
    child.kill('SIGSTOP');
    await eventually(() => expect(readFileSync(`/proc/${child.pid}/stat`, 'utf8')).toMatch(/\) T /));
    if (isHeld(lock)) return;
    child.kill('SIGCONT');
  }
}

async function countOnce({ child }: Writer): Promise<void> {
  const confirmation = once(child, 'message');
  child.send(1);
  await confirmation;
}

const content = z.object({ data: z.record(z.string(), z.int()) });
const readCounters = async (path: string) => content.parse(JSON.parse(await readFile(path, 'utf8'))).data;

test.runIf(process.platform === 'linux')(
  '30 changes of another process survive a process that was stopped before each of them',
  async () => {
    const { one, other, path, lock } = await setUp();
    one.child.send(Number.MAX_SAFE_INTEGER);
    for (let round = 1; round <= 30; round += 1) {
      await stopWithinChange(one, lock);
      await ageLock(lock, 60);
      await countOnce(other);
      const before = one.confirmed;
      one.child.kill('SIGCONT');
      await eventually(() => expect(one.confirmed).toBeGreaterThan(before + 1));
      expect((await readCounters(path)).other).toBe(round);
    }
    one.child.kill('SIGKILL');
    await once(one.child, 'exit');
    // The last change may have been written without being reported.
    const left = (await readCounters(path)).one ?? 0;
    expect([one.confirmed, one.confirmed + 1]).toContain(left);
  },
);

test.runIf(process.platform === 'linux')('the same after ten seconds, when a lock is stale', async () => {
  const { one, other, path, lock } = await setUp();
  one.child.send(Number.MAX_SAFE_INTEGER);
  await stopWithinChange(one, lock);
  const stopped = performance.now();
  // Three seconds of the ten are left.
  await ageLock(lock, 7);
  await countOnce(other);
  expect(performance.now() - stopped).toBeGreaterThan(2_000);
  one.child.kill('SIGCONT');
  const before = one.confirmed;
  await eventually(() => expect(one.confirmed).toBeGreaterThan(before + 1));
  expect((await readCounters(path)).other).toBe(1);
});
