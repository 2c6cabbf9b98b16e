/** A versioned JSON file: read whole, written atomically, copied aside when it cannot be understood. */
import { open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { fail } from '../../contract/errors';
import type { Schema } from '../../contract/kit';
import { ownerOnly, readPrivateFile } from '../../system/private-file';
import type { Clock } from '../ports';
import { type HeldLock, withFileLock } from './file-lock';
import { createTaskQueue } from './task-queue';

export interface JsonFileSpec<S extends Schema> {
  readonly path: string;
  /** Tells our files from foreign ones of the same name. */
  readonly format: string;
  readonly version: number;
  readonly schema: S;
  readonly initial: z.output<S>;
  /** Turns the data of an older version into today's. */
  readonly upgrade?: (data: unknown, version: number) => unknown;
}

/** What became of a file that could not be used. */
export interface UnreadableFile {
  readonly kind: 'file-set-aside' | 'file-from-newer-version';
  readonly file: string;
  readonly keptAs: string;
}

export interface JsonFile<T> {
  /** Reads the file; one that is broken, foreign or newer is copied, reported to `onUnreadableFile` and replaced by the initial value. */
  read(): Promise<T>;
  /**
   * Changes the file under its lock, starting from what it contains at that moment, and returns what was written. `change` runs again when
   * another process took the lock over in between.
   */
  update(change: (value: T) => T): Promise<T>;
}

const envelope = z.object({ format: z.string(), version: z.int().min(1), data: z.unknown() });

/**
 * Opens a versioned file; nothing is read or written yet. Fails with `profile-not-writable` where something else than a file is in its place,
 * and where it can't be written.
 */
export function jsonFile<S extends Schema>(
  spec: JsonFileSpec<S>,
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
): JsonFile<z.output<S>> {
  // The lock alone would let a later change overtake an earlier one.
  const inTurn = createTaskQueue();
  const withLock = <R>(task: (lock: HeldLock) => Promise<R>): Promise<R> => inTurn(() => withFileLock(`${spec.path}.lock`, clock, task));
  const write = async (lock: HeldLock, next: z.output<S>): Promise<z.output<S>> => {
    await lock.replace(spec.path, `${JSON.stringify({ format: spec.format, version: spec.version, data: next }, null, 2)}\n`);
    return next;
  };
  /** Copied, not renamed: the file at this path may be another process's good one by now (ADR 19). */
  const overwrite = async (lock: HeldLock, { kind, bytes }: NotUnderstood, next: z.output<S>): Promise<z.output<S>> => {
    const copy = await copyAside(spec.path, kind, bytes, clock.now());
    await write(lock, next).catch(async (thrown) => {
      await rm(copy, { force: true });
      throw thrown;
    });
    onUnreadableFile({ kind, file: basename(spec.path), keptAs: basename(copy) });
    return next;
  };
  return {
    async read() {
      const found = await look(spec);
      if (found.ok) return found.data;
      return withLock(async (lock) => {
        // Another process may have replaced the broken file before this one had the lock.
        const now = await look(spec);
        return now.ok ? now.data : overwrite(lock, now, spec.initial);
      });
    },
    update: (change) =>
      withLock(async (lock) => {
        const found = await look(spec);
        return found.ok ? write(lock, change(found.data)) : overwrite(lock, found, change(spec.initial));
      }),
  };
}

async function look<S extends Schema>(spec: JsonFileSpec<S>): Promise<Understood<z.output<S>>> {
  const bytes = await readPrivateFile(spec.path).catch((cause) => {
    throw fail('profile-not-writable', {}, cause);
  });
  return bytes === null ? { ok: true, data: spec.initial } : understand(spec, bytes);
}

/** The same face over a value in memory, where nothing may outlive the program. */
export function memoryFile<T>(initial: T): JsonFile<T> {
  let value = initial;
  return {
    read: async () => value,
    async update(change) {
      value = change(value);
      return value;
    },
  };
}

interface NotUnderstood {
  readonly ok: false;
  readonly kind: UnreadableFile['kind'];
  readonly bytes: Buffer;
}
type Understood<T> = { ok: true; data: T } | NotUnderstood;

function understand<S extends Schema>(spec: JsonFileSpec<S>, bytes: Buffer): Understood<z.output<S>> {
  const outer = envelope.safeParse(parseJson(bytes.toString('utf8')));
  if (!outer.success || outer.data.format !== spec.format) return { ok: false, kind: 'file-set-aside', bytes };
  const { version, data } = outer.data;
  if (version > spec.version) return { ok: false, kind: 'file-from-newer-version', bytes };
  try {
    const inner = spec.schema.safeParse(version < spec.version && spec.upgrade ? spec.upgrade(data, version) : data);
    if (inner.success) return { ok: true, data: inner.data };
  } catch {
    // An upgrade that chokes, or nesting past the stack: a broken file like any other.
  }
  return { ok: false, kind: 'file-set-aside', bytes };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Never overwrites: two files that break at the same moment are two copies. */
async function copyAside(path: string, kind: UnreadableFile['kind'], bytes: Buffer, now: number): Promise<string> {
  const name = `${path}.${kind === 'file-set-aside' ? 'broken' : 'newer'}-${now}`;
  for (let number = 1; ; number += 1) {
    const copy = number === 1 ? name : `${name}-${number}`;
    try {
      await writeNew(copy, bytes);
      return copy;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw fail('profile-not-writable', {}, cause);
    }
  }
}

async function writeNew(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', ownerOnly);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  } finally {
    await file.close();
  }
}
