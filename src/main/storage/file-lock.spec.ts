import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lutimes, mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFakeClock, settle, until } from '#tests/support/fake-clock.ts';
import { ageLock } from '#tests/support/main/stale-lock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { removeLeftLock, withFileLock, withLease } from './file-lock';
import { createLockHolders, systemProcesses } from './lock-holder';

/** Polling costs no time; heartbeats wait for the test. */
const pollingClock = () => createFakeClock({ hasteUpTo: 1_000 });
const timeoutMillis = 10_000_000;

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
  test('runs one task after the other', async () => {
    const path = join(await temporaryFolder(), 'x.lock');
    const { state, task } = guarded();
    await Promise.all(Array.from({ length: 8 }, () => withFileLock(path, pollingClock(), task, timeoutMillis)));
    expect(state).toEqual({ inside: 0, most: 1, runs: 8 });
  });

  test('returns what the task returns and leaves nothing behind', async () => {
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

  test('is accessible only to its owner', async () => {
    const path = join(await temporaryFolder(), 'x.lock');
    const modes = await withFileLock(path, pollingClock(), async () => {
      const [mark = ''] = await readdir(path);
      return Promise.all([path, join(path, mark)].map(async (place) => (await stat(place)).mode & 0o777));
    });
    expect(modes).toEqual([0o700, 0o600]);
  });
});

describe('a lease', () => {
  test.each([-3_600, 11, 3_600])('stays with a process that runs when the clock is set by %d seconds', async (seconds) => {
    const path = join(await temporaryFolder(), 'x.lock');
    const others: boolean[] = [];
    const first = await withLease(path, pollingClock(), async () => {
      await ageLock(path, seconds);
      others.push(await withLease(path, pollingClock(), async () => void others.push(true)));
    });
    expect([first, ...others]).toEqual([true, false]);
    expect(await withLease(path, pollingClock(), async () => {})).toBe(true);
  });
});

describe('a lock that is not given back', () => {
  test.each([-3600, 11, 3600, 10 * 365 * 86_400])('is taken over when its last sign of life is %d seconds away', async (seconds) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.lock');
    await mkdir(path);
    await writeFile(join(path, 'mark-of-a-dead-process'), 'half a dra');
    await ageLock(path, seconds);
    expect(await withFileLock(path, pollingClock(), async () => 'mine')).toBe('mine');
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    { what: 'without a mark', marks: [] },
    { what: 'with a mark', marks: ['one'] },
    { what: 'with what a file manager left in it', marks: ['one', '.DS_Store'] },
  ])('is taken over by one of several that find it: $what', async ({ marks }) => {
    for (let round = 0; round < 20; round += 1) {
      const path = join(await temporaryFolder(), 'x.lock');
      await mkdir(path);
      for (const mark of marks) await writeFile(join(path, mark), '');
      await ageLock(path, 60);
      const { state, task } = guarded();
      await Promise.all(Array.from({ length: 4 }, () => withFileLock(path, pollingClock(), task, timeoutMillis)));
      expect(state).toEqual({ inside: 0, most: 1, runs: 4 });
    }
  });
});

/** The name of the mark of a process that was killed. */
async function deadMark(): Promise<string> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  await once(child, 'spawn');
  const mark = await createLockHolders({ ...systemProcesses, pid: child.pid ?? 0 }).newMark();
  child.kill('SIGKILL');
  await once(child, 'exit');
  return mark;
}

describe.runIf(process.platform === 'linux')('a lock of a process that was killed', () => {
  test.each([
    { what: 'alone', beside: [] },
    { what: 'with what a file manager left in it', beside: ['.DS_Store'] },
  ])('is taken over at once: $what', async ({ beside }) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.lock');
    await mkdir(path);
    for (const name of beside) await writeFile(join(path, name), '');
    await ageLock(path, 60);
    await writeFile(join(path, await deadMark()), 'half a dra');
    const clock = pollingClock();
    expect(await withFileLock(path, clock, async () => 'mine')).toBe('mine');
    expect([clock.monotonic() < 100, await readdir(folder)]).toEqual([true, []]);
  });

  test('is taken over at once by a process that doesn’t wait', async () => {
    const path = join(await temporaryFolder(), 'x.lock');
    await mkdir(path);
    await writeFile(join(path, await deadMark()), '');
    let passed = 0;
    const monotonic = () => {
      passed += 1;
      return passed;
    };
    expect(await withFileLock(path, { ...pollingClock(), monotonic }, async () => 'mine', 0)).toBe('mine');
  });

  test('is taken over by one of several that find it', async () => {
    const mark = await deadMark();
    for (let round = 0; round < 20; round += 1) {
      const path = join(await temporaryFolder(), 'x.lock');
      await mkdir(path);
      await writeFile(join(path, mark), '');
      const { state, task } = guarded();
      await Promise.all(Array.from({ length: 4 }, () => withFileLock(path, pollingClock(), task, timeoutMillis)));
      expect(state).toEqual({ inside: 0, most: 1, runs: 4 });
    }
  });

  test('stays while another mark in it is fresh', async () => {
    const path = join(await temporaryFolder(), 'x.lock');
    await mkdir(path);
    for (const name of [await deadMark(), 'another']) await writeFile(join(path, name), '');
    expect(await reportOf(withFileLock(path, pollingClock(), async () => 1))).toEqual({ code: 'profile-busy' });
  });
});

describe('a lock that is left behind', () => {
  test.each<{ what: string; marks: () => Promise<string[]>; ageSeconds: number; stays: boolean }>([
    { what: 'of a process that was killed', marks: async () => [await deadMark()], ageSeconds: 0, stays: process.platform !== 'linux' },
    { what: 'of an unknown process', marks: async () => ['mark'], ageSeconds: 60, stays: false },
    { what: 'of an unknown process, just now', marks: async () => ['mark'], ageSeconds: 0, stays: true },
    { what: 'without a mark', marks: async () => [], ageSeconds: 60, stays: false },
    { what: 'without a mark, just now', marks: async () => [], ageSeconds: 0, stays: true },
    {
      what: 'of a process that is stopped',
      marks: async () => [await createLockHolders().newMark()],
      ageSeconds: 60,
      stays: process.platform === 'linux',
    },
  ])('is removed unless its process may run: $what', async ({ marks, ageSeconds, stays }) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.lock');
    await mkdir(path);
    for (const mark of await marks()) await writeFile(join(path, mark), '');
    await ageLock(path, ageSeconds);
    await removeLeftLock(path);
    expect(await readdir(folder)).toEqual(stays ? ['x.lock'] : []);
  });

  test('is none where there is a file, a link, or nothing', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    await symlink(folder, join(folder, 'link'));
    for (const name of ['file', 'link', 'missing']) await removeLeftLock(join(folder, name));
    expect((await readdir(folder)).sort()).toEqual(['file', 'link']);
  });
});

describe('a link', () => {
  test('in the place of the lock is left alone, and so is what it points to', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'foreign', 'inner'), { recursive: true });
    for (const name of ['foreign/precious', 'foreign/inner/precious']) await writeFile(join(folder, name), '');
    await ageLock(join(folder, 'foreign'), 60);
    await symlink(join(folder, 'foreign'), join(folder, 'x.lock'));
    expect(await reportOf(withFileLock(join(folder, 'x.lock'), pollingClock(), async () => 1))).toEqual({ code: 'profile-busy' });
    expect((await readdir(folder)).sort()).toEqual(['foreign', 'x.lock']);
    expect((await readdir(join(folder, 'foreign'), { recursive: true })).sort()).toEqual(['inner', 'inner/precious', 'precious']);
  });

  test('in a stale lock is removed, and not what it points to', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'foreign'));
    await writeFile(join(folder, 'foreign', 'precious'), '');
    await mkdir(join(folder, 'x.lock'));
    await symlink(join(folder, 'foreign'), join(folder, 'x.lock', 'mark'));
    const then = new Date(Date.now() - 60_000);
    await lutimes(join(folder, 'x.lock', 'mark'), then, then);
    await utimes(join(folder, 'x.lock'), then, then);
    expect(await withFileLock(join(folder, 'x.lock'), pollingClock(), async () => 1)).toBe(1);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual(['foreign', 'foreign/precious']);
  });

  test('in the place of the mark is not written to', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.lock');
    await writeFile(join(folder, 'foreign'), 'precious');
    const writing = withFileLock(path, pollingClock(), async ({ replace }) => {
      const [mark = ''] = await readdir(path);
      await rename(join(path, mark), join(folder, 'moved'));
      await symlink(join(folder, 'foreign'), join(path, mark));
      await replace(join(folder, 'target'), 'text');
    });
    expect(await reportOf(writing)).toEqual({ code: 'profile-not-writable' });
    expect(await readFile(join(folder, 'foreign'), 'utf8')).toBe('precious');
  });
});

describe('a lock that another process has', () => {
  test.each([
    { what: 'its mark is fresh', fresh: 'mark' },
    { what: 'it has no mark yet', fresh: '' },
  ])('is `profile-busy` when it is not available in time, and stays: $what', async ({ fresh }) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.lock');
    await mkdir(path);
    if (fresh !== '') await writeFile(join(path, fresh), '');
    await ageLock(path, 60);
    const now = new Date();
    await utimes(join(path, fresh), now, now);
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
    await ageLock(path, 60);
    await clock.advance(2_000);
    const [mark = ''] = await readdir(path);
    await until(async () => Date.now() - (await stat(join(path, mark))).mtimeMs < 5_000);
    finish();
    await holding;
    expect(clock.waiting).toBe(0);
  });
});

describe('a holder that was stopped for long', () => {
  /** Runs `late` as the holder, after another process took its lock over and while that one holds it. */
  async function takenOver(late: Parameters<typeof withFileLock<unknown>>[2]) {
    const folder = await temporaryFolder();
    const path = join(folder, 'x.lock');
    let runs = 0;
    let inside: string[] = [];
    const result = await withFileLock(path, pollingClock(), async (lock) => {
      runs += 1;
      if (runs > 1) return late(lock);
      await ageLock(path, 60);
      return withFileLock(path, pollingClock(), async () => {
        try {
          return await late(lock);
        } finally {
          inside = await readdir(path);
        }
      });
    });
    return { folder, result, runs, inside };
  }

  test('leaves the lock of the next holder alone', async () => {
    const { folder, runs, inside } = await takenOver(async () => undefined);
    expect([runs, inside.length, await readdir(folder)]).toEqual([1, 1, []]);
  });

  test('writes nothing over what the next holder wrote, and runs again', async () => {
    const target = join(await temporaryFolder(), 'target');
    const { folder, runs, inside } = await takenOver((lock) => lock.replace(target, 'late'));
    expect([runs, inside.length, await readdir(folder)]).toEqual([2, 1, []]);
  });

  test('stops where it confirms that it has the lock', async () => {
    const { folder, runs, result } = await takenOver(async (lock) => {
      await lock.confirm();
      return 'confirmed';
    });
    expect([runs, result, await readdir(folder)]).toEqual([2, 'confirmed', []]);
  });

  test('is `profile-busy` when it loses the lock again and again', async () => {
    const path = join(await temporaryFolder(), 'x.lock');
    let runs = 0;
    const losing = withFileLock(path, pollingClock(), async (lock) => {
      runs += 1;
      await ageLock(path, 60);
      await withFileLock(path, pollingClock(), async () => undefined);
      await lock.confirm();
    });
    expect([await reportOf(losing), runs]).toEqual([{ code: 'profile-busy' }, 5]);
  });
});

describe('a place that cannot be written', () => {
  test.each([
    { what: 'a file in place of the folder', folder: (file: string) => file },
    { what: 'a file in place of a parent', folder: (file: string) => join(file, 'below') },
    { what: 'a folder of the system', folder: () => '/proc/1/latchkey' },
  ])('is `profile-not-writable`: $what', async ({ folder }) => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    const path = join(folder(file), 'x.lock');
    expect(await reportOf(withFileLock(path, pollingClock(), async () => 1))).toEqual({ code: 'profile-not-writable' });
  });

  test('is created where it is only missing', async () => {
    const folder = join(await temporaryFolder(), 'not', 'there', 'yet');
    expect(await withFileLock(join(folder, 'x.lock'), pollingClock(), async () => 1)).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test('is `profile-busy` where a file is in the place of the lock, and stays', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'x.lock'), '');
    await ageLockFile(join(folder, 'x.lock'));
    expect(await reportOf(withFileLock(join(folder, 'x.lock'), pollingClock(), async () => 1))).toEqual({ code: 'profile-busy' });
    expect(await readdir(folder)).toEqual(['x.lock']);
  });
});

async function ageLockFile(path: string): Promise<void> {
  const then = new Date(Date.now() - 60_000);
  await utimes(path, then, then);
}
