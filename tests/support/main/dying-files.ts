/**
 * Processes that end at any step, within the process of a spec. A spec replaces `node:fs/promises`:
 *
 *     vi.mock('node:fs/promises', async (load) => (await import('../support/main/dying-files')).dyingFiles(await load()));
 *
 * Each change of a file is a step then, one for each system call: recursive calls are taken apart, and a write is one of an empty file, of its
 * first half, and of the rest. A process that ends at a step has made all changes before it, and makes neither that one nor any later one: none
 * of its calls settles. So each state that a killed process can leave is visited, which random moments don't ensure. What this can't
 * show is what the system does: closing files, releasing what it locked, and ending a call in between. Synchronous calls aren't steps; the
 * program only creates folders by them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type * as FileSystem from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Clock } from '#main/ports/ports.ts';

type Files = typeof FileSystem;
type FileHandle = FileSystem.FileHandle;
type Call = (...args: never[]) => Promise<unknown>;

export interface Step {
  readonly call: string;
  /** The name of the file, or what else is changed. */
  readonly name: string;
}

interface Life {
  steps: number;
  isEnded: boolean;
  /** Runs before a step. Ends the process if it returns true; the step fails with what it throws. */
  readonly onStep: (step: Step, number: number) => boolean;
  readonly onEnd: (at: string) => void;
  /** Folders are emptied from the last entry on. */
  readonly removesLastFirst: boolean;
  readonly handles: Set<FileHandle>;
}

const lives = new AsyncLocalStorage<Life>();
const never = () => new Promise<never>(() => undefined);

/** Counts a step of the process that makes this call, if it is one that may end. Never resolves if it ends, or has ended, before that step. */
export async function step(call: string, name: string): Promise<void> {
  const life = lives.getStore();
  if (life === undefined) return;
  if (life.isEnded) return never();
  life.steps += 1;
  if (!life.onStep({ call, name }, life.steps)) return;
  life.isEnded = true;
  for (const handle of life.handles) await handle.close().catch(() => undefined);
  life.onEnd(`${life.steps}: ${call} ${name}`);
  return never();
}

/** Sends a request of a process that may end before that, and before it uses the response. */
export async function mortalExchange<T>(send: () => Promise<T>): Promise<T> {
  await step('send', 'a request');
  const response = await send();
  await step('use', 'a response');
  return response;
}

interface Ending {
  readonly removesLastFirst?: boolean;
}

/** Runs a task as a process that ends before a step; steps count from 1. Resolves to the step at which it has ended, or null if it has fewer steps. */
export function endBefore(number: number, task: () => Promise<unknown>, { removesLastFirst = false }: Ending = {}): Promise<string | null> {
  return new Promise((onEnd, reject) => {
    const onStep = (_step: Step, at: number) => at === number;
    const life: Life = { steps: 0, isEnded: false, onStep, onEnd, removesLastFirst, handles: new Set() };
    lives.run(life, task).then(() => onEnd(null), reject);
  });
}

/** Runs a task to its end, and a function before each of its steps. A step fails with what that function throws. */
export function watchSteps<T>(task: () => Promise<T>, before: (step: Step) => void): Promise<T> {
  const onStep = (own: Step) => {
    before(own);
    return false;
  };
  return lives.run({ steps: 0, isEnded: false, onStep, onEnd: () => undefined, removesLastFirst: false, handles: new Set() }, task);
}

/** Returns a clock whose tasks don't run in a process that has ended. */
export function mortalClock(clock: Clock): Clock {
  return {
    ...clock,
    after: (delay, task) =>
      clock.after(delay, () => {
        if (!lives.getStore()?.isEnded) task();
      }),
  };
}

/** Calls of both the module and its open files that change one thing. */
const changes = [
  ...['appendFile', 'chmod', 'chown', 'copyFile', 'cp', 'lchmod', 'lchown', 'link', 'lutimes', 'mkdtemp', 'rename', 'rmdir', 'symlink'],
  ...['truncate', 'unlink', 'utimes', 'datasync', 'sync', 'write', 'writev'],
];

/** Returns the module with steps. */
export function dyingFiles(real: Files): Files {
  const calls = Object.entries(real).map(([name, value]) => [name, typeof value === 'function' ? mortal(name, value as Call) : value]);
  const composed = Object.entries(composedCalls(real)).map(([name, call]) => {
    const outside = real[name as keyof Files] as Call;
    return [name, (...args: never[]) => (lives.getStore() === undefined ? outside : (call as Call))(...args)];
  });
  return { ...(Object.fromEntries([...calls, ...composed]) as Files) };
}

/** A call of which a process that has ended gets no result. */
function mortal(name: string, call: Call, file?: string): Call {
  return async (...args) => {
    if (changes.includes(name)) await step(name, file ?? basename(String(args[0])));
    else if (lives.getStore()?.isEnded) return never();
    const result = await call(...args);
    return lives.getStore()?.isEnded ? never() : result;
  };
}

/** The calls that make several changes. */
function composedCalls(real: Files): Pick<Files, 'mkdir' | 'open' | 'rm' | 'writeFile'> {
  const isMissing = (path: string) =>
    real.lstat(path).then(
      () => false,
      () => true,
    );
  const remove = async (path: string): Promise<void> => {
    if (!(await real.lstat(path)).isDirectory()) {
      await step('rm', basename(path));
      return real.unlink(path);
    }
    const names = (await real.readdir(path)).sort();
    for (const name of lives.getStore()?.removesLastFirst ? names.reverse() : names) await remove(join(path, name));
    await step('rmdir', basename(path));
    await real.rmdir(path);
  };
  const open = async (...args: Parameters<Files['open']>): Promise<FileHandle> => {
    const [path, flags = 'r'] = args;
    if (mayWrite(flags)) await step('open', basename(String(path)));
    else if (lives.getStore()?.isEnded) return never();
    const file = await real.open(...args);
    const life = lives.getStore();
    life?.handles.add(file);
    if (life?.isEnded) {
      await file.close();
      return never();
    }
    return mortalFile(file, basename(String(path)));
  };
  return {
    open,
    async mkdir(path: Parameters<Files['mkdir']>[0], options?: { readonly recursive?: boolean; readonly mode?: number }) {
      const missing = [String(path)];
      if (options?.recursive) {
        for (let parent = dirname(resolve(String(path))); await isMissing(parent); parent = dirname(parent)) missing.unshift(parent);
        if (!(await isMissing(String(path)))) missing.pop();
      }
      for (const each of missing) {
        await step('mkdir', basename(each));
        await real.mkdir(each, { ...options, recursive: false });
      }
      return options?.recursive ? missing[0] : undefined;
    },
    async rm(path: Parameters<Files['rm']>[0], options?: Parameters<Files['rm']>[1]) {
      if (options?.recursive && !(await isMissing(String(path)))) return remove(String(path));
      await step('rm', basename(String(path)));
      return real.rm(path, options);
    },
    async writeFile(path: Parameters<Files['writeFile']>[0], data: Parameters<Files['writeFile']>[1], options?: unknown) {
      const { flag = 'w', mode } = (options ?? {}) as { flag?: string; mode?: number };
      const file = await open(String(path), flag, mode);
      try {
        await file.writeFile(data as string);
      } finally {
        await file.close();
      }
    },
  } as Pick<Files, 'mkdir' | 'open' | 'rm' | 'writeFile'>;
}

const mayWrite = (flags: string | number) => (typeof flags === 'number' ? (flags & 3) !== 0 : flags !== 'r');

/** An open file with steps. */
function mortalFile(file: FileHandle, name: string): FileHandle {
  const writeFile = async (data: string | Uint8Array) => {
    const bytes = Buffer.from(data as string);
    const half = Math.ceil(bytes.length / 2);
    if (half === 0) return;
    await step('writeFile', name);
    await file.writeFile(bytes.subarray(0, half));
    if (half === bytes.length) return;
    await step('writeFile the rest of', name);
    await file.writeFile(bytes.subarray(half));
  };
  return new Proxy(file, {
    get(target, key) {
      if (key === 'writeFile') return writeFile;
      const value = Reflect.get(target, key);
      return typeof value === 'function' ? mortal(String(key), value.bind(target), name) : value;
    },
  });
}
