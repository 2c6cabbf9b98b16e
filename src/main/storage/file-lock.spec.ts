import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFakeClock, settle, until } from '../../../tests/support/fake-clock';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { reportOf } from '../../../tests/support/test-ports';
import { withFileLock } from './file-lock';

/** Polling costs no time; heartbeats wait to be told. */
const pollingClock = () => createFakeClock({ hasteUpTo: 1_000 });
const patience = 10_000_000;

async function age(path: string, seconds: number): Promise<void> {
  const then = new Date(Date.now() - seconds * 1000);
  await utimes(path, then, then);
}

/** A task that notices when another one runs at the same time. */
function guarded() {
  const state = { inside: 0, most: 0, runs: 0 };
  return {
    state,
    task: async () => {
      state.inside += 1;
      state.most = Math.max(state.most, state.inside);
      for (let turn = 0; turn < 3; turn += 1) await settle();
      state.inside -= 1;
      state.runs += 1;
    },
  };
}

describe('mutual exclusion', () => {
  test('one after the other, however many want it', async () => {
    const path = join(await temporaryFolder(), 'x.lock');
    const { state, task } = guarded();
    await Promise.all(Array.from({ length: 8 }, () => withFileLock(path, pollingClock(), task, patience)));
    expect(state).toEqual({ inside: 0, most: 1, runs: 8 });
  });

  test('answers what the task answers and leaves nothing behind', async () => {
    const folder = await temporaryFolder();
    expect(await withFileLock(join(folder, 'x.lock'), pollingClock(), async () => 42)).toBe(42);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a task that fails gives the lock back', async () => {
    const folder = await temporaryFolder();
    const failing = withFileLock(join(folder, 'x.lock'), pollingClock(), () => Promise.reject(new Error('mine')));
    await expect(failing).rejects.toThrow('mine');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a lock nobody gives back', () => {
  test.each([-3600, 11, 3600, 10 * 365 * 86_400])('is taken over when its last sign of life is %d seconds off', async (seconds) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.lock');
    await mkdir(path);
    await writeFile(join(path, 'mark-of-someone-dead'), '');
    await age(path, seconds);
    expect(await withFileLock(path, pollingClock(), async () => 'mine')).toBe('mine');
    expect(await readdir(folder)).toEqual([]);
  });

  test('is taken over by one of two who find it', async () => {
    for (let round = 0; round < 20; round += 1) {
      const path = join(await temporaryFolder(), 'x.lock');
      await mkdir(path);
      await age(path, 60);
      const { state, task } = guarded();
      await Promise.all(Array.from({ length: 4 }, () => withFileLock(path, pollingClock(), task, patience)));
      expect(state).toEqual({ inside: 0, most: 1, runs: 4 });
    }
  });

  test('is taken over even when an earlier taker died doing it', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.lock');
    for (const left of [path, `${path}.takeover`]) {
      await mkdir(left);
      await age(left, 60);
    }
    expect(await withFileLock(path, pollingClock(), async () => 'mine')).toBe('mine');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a lock somebody holds', () => {
  test('is `profile-busy` when it cannot be had in time, and stays theirs', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.lock');
    await mkdir(path);
    const clock = pollingClock();
    let ran = false;
    const report = await reportOf(
      withFileLock(path, clock, async () => {
        ran = true;
      }),
    );
    expect(report).toEqual({ code: 'profile-busy' });
    expect([ran, await readdir(folder)]).toEqual([false, ['x.lock']]);
    expect(clock.monotonic()).toBeGreaterThanOrEqual(15_000);
    expect(clock.monotonic()).toBeLessThan(15_100);
  });

  test('shows life every two seconds while the task runs, and no longer', async () => {
    const path = join(await temporaryFolder(), 'x.lock');
    const clock = createFakeClock();
    let finish = () => {};
    const holding = withFileLock(path, clock, () => new Promise<void>((resolve) => (finish = resolve)));
    await until(() => clock.waiting > 0);
    await age(path, 60);
    await clock.advance(2_000);
    const isFresh = async () => Date.now() - (await stat(path)).mtimeMs < 5_000;
    await until(isFresh);
    finish();
    await holding;
    expect(clock.waiting).toBe(0);
  });

  test('a holder that overslept does not remove the lock of who took over', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.lock');
    const clock = pollingClock();
    const order: string[] = [];
    let wake = () => {};
    const sleeper = withFileLock(path, clock, () => new Promise<void>((resolve) => (wake = resolve)));
    await until(async () => (await readdir(path).catch(() => [])).length > 0);
    await age(path, 60);
    await withFileLock(path, pollingClock(), async () => {
      wake();
      await sleeper;
      order.push(...(await readdir(folder)));
    });
    expect(order).toEqual(['x.lock']);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a place that cannot be written', () => {
  test.each(['no such folder', 'a file'])('is `profile-not-writable`: %s', async (kind) => {
    const folder = join(await temporaryFolder(), 'profile');
    if (kind === 'a file') await writeFile(folder, '');
    expect(await reportOf(withFileLock(join(folder, 'x.lock'), pollingClock(), async () => 1))).toEqual({ code: 'profile-not-writable' });
  });
});
