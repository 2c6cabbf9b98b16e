import type { FileHandle } from 'node:fs/promises';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { ageLock } from '#tests/support/main/stale-lock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { Clock } from '../ports/ports';
import { systemClock } from '../runtime/system-clock';
import { jsonFile, type UnreadableFile } from './json-file';

/** Stops the process under test before one of its steps in the file system. */
const steps = vi.hoisted(() => ({
  taken: 0,
  stopBefore: Number.POSITIVE_INFINITY,
  whileStopped: async () => {},
  async next() {
    steps.taken += 1;
    if (steps.taken !== steps.stopBefore) return;
    steps.stopBefore = Number.POSITIVE_INFINITY;
    const own = steps.taken;
    await steps.whileStopped();
    steps.taken = own;
  },
}));

vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  type Call = (...args: never[]) => Promise<unknown>;
  const counted =
    (call: Call): Call =>
    async (...args) => {
      await steps.next();
      return call(...args);
    };
  const countedFile = (file: FileHandle) =>
    new Proxy(file, {
      get(target, name) {
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? counted(value.bind(target)) : value;
      },
    });
  const names = ['access', 'mkdir', 'readdir', 'rename', 'rm', 'rmdir', 'stat', 'unlink', 'utimes', 'writeFile'] as const;
  const open = async (...args: Parameters<typeof real.open>) => {
    await steps.next();
    return countedFile(await real.open(...args));
  };
  return { ...real, ...Object.fromEntries(names.map((name) => [name, counted(real[name] as Call)])), open };
});

const schema = z.strictObject({ names: z.array(z.string()) });

function openFile(folder: string, clock: Clock = createFakeClock({ hasteUpTo: 1_000 })) {
  const aside: UnreadableFile[] = [];
  const path = join(folder, 'notes.json');
  const file = jsonFile({ path, format: 'test/notes', version: 1, schema, initial: { names: [] } }, clock, (what) => aside.push(what));
  return { path, aside, file, add: (name: string) => file.update(({ names }) => ({ names: [...names, name] })) };
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Another process waits until the lock is stale, where there is one, and then does its work. */
async function takeOver(folder: string, work: (other: ReturnType<typeof openFile>) => Promise<unknown>, clock?: Clock) {
  const lock = join(folder, 'notes.json.lock');
  if (await isThere(lock)) await ageLock(lock, 60);
  const other = openFile(folder, clock);
  await work(other);
  return other;
}

type Arm = (whileStopped: () => Promise<void>) => void;

/** Runs the scene once for each step it takes once armed, stopped before that step, and returns what was found after each run. */
async function stoppedAtEachStep<T>(scene: (arm: Arm) => Promise<() => Promise<T>>): Promise<T[]> {
  const found: T[] = [];
  for (let step = 1; ; step += 1) {
    let wasStopped = false;
    const look = await scene((whileStopped) => {
      steps.taken = 0;
      steps.stopBefore = step;
      steps.whileStopped = async () => {
        wasStopped = true;
        await whileStopped();
      };
    });
    steps.stopBefore = Number.POSITIVE_INFINITY;
    if (!wasStopped) return found;
    found.push(await look());
  }
}

const contentOf = async (path: string) => JSON.parse(await readFile(path, 'utf8')).data.names;

describe('a process that is stopped before any step of a change, while another one changes the file', () => {
  test('loses neither change', async () => {
    const found = await stoppedAtEachStep(async (arm) => {
      const folder = await temporaryFolder();
      const own = openFile(folder);
      await own.add('first');
      arm(async () => void (await takeOver(folder, (other) => other.add('other'))));
      const confirmed = await own.add('own');
      return async () => [new Set(await contentOf(own.path)), confirmed.names.includes('own'), await readdir(folder), own.aside];
    });
    expect(found.length).toBeGreaterThan(10);
    for (const one of found) expect(one).toEqual([new Set(['first', 'other', 'own']), true, ['notes.json'], []]);
  });

  test('loses neither change when the other one goes on at the same time', async () => {
    const found = await stoppedAtEachStep(async (arm) => {
      const folder = await temporaryFolder();
      // Both wait for each other: how long a disk takes has nothing to do with a fake clock.
      const own = openFile(folder, systemClock);
      let ending: Promise<unknown> = Promise.resolve();
      const work = async (other: typeof own) => {
        for (const name of ['a', 'b', 'c']) await other.add(name);
      };
      arm(async () => {
        ending = takeOver(folder, work, systemClock);
      });
      await own.add('own');
      await ending;
      return async () => [new Set(await contentOf(own.path)), await readdir(folder)];
    });
    expect(found.length).toBeGreaterThan(10);
    for (const one of found) expect(one).toEqual([new Set(['a', 'b', 'c', 'own']), ['notes.json']]);
  });
});

describe('a process that is stopped before any step of putting a broken file aside, while another one writes a good one', () => {
  test.each([
    { what: 'reading', act: (own: ReturnType<typeof openFile>) => own.file.read(), names: ['other'] },
    { what: 'changing', act: (own: ReturnType<typeof openFile>) => own.add('own'), names: ['other', 'own'] },
  ])('keeps the good one: $what', async ({ act, names }) => {
    const found = await stoppedAtEachStep(async (arm) => {
      const folder = await temporaryFolder();
      const own = openFile(folder);
      await writeFile(own.path, 'broken');
      const others: ReturnType<typeof openFile>[] = [];
      arm(async () => void others.push(await takeOver(folder, (other) => other.add('other'))));
      await act(own);
      return async () => {
        const copies = (await readdir(folder)).filter((name) => name !== 'notes.json');
        const texts = await Promise.all(copies.map((copy) => readFile(join(folder, copy), 'utf8')));
        const reports = [own, ...others].flatMap(({ aside }) => aside.map(({ copy }) => copy));
        return [new Set(await contentOf(own.path)), texts, copies.sort().join() === reports.sort().join()];
      };
    });
    expect(found.length).toBeGreaterThan(10);
    for (const one of found) expect(one).toEqual([new Set(names), ['broken'], true]);
  });
});
