/** A versioned JSON file: read as a whole, written atomically, copied and replaced when it is unreadable. */
import { open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Schema } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { ownerOnly, readPrivateFile } from '#system/private-file.ts';
import type { Clock } from '../ports/ports';
import { type HeldLock, withFileLock } from './file-lock';
import { createTaskQueue } from './task-queue';

export interface JsonFileSpec<S extends Schema> {
  readonly path: string;
  /** Distinguishes the app's files from others of the same name. */
  readonly format: string;
  readonly version: number;
  readonly schema: S;
  readonly initial: z.output<S>;
  /** Converts the data of an older version to the current one. */
  readonly upgrade?: (data: unknown, version: number) => unknown;
  /** Returns what is stored in place of the data, and parsed by the schema again. */
  readonly encode?: (data: z.output<S>) => unknown;
  /** Leaves a broken, foreign, or newer file as it is: both methods throw {@link KeptFileError} instead of replacing it. */
  readonly keepUnreadable?: boolean;
}

/** Thrown for a file that can't be used, and may not be replaced. */
export class KeptFileError extends Error {
  constructor(readonly kind: UnreadableFile['kind']) {
    super('The file can’t be used');
  }
}

/** A file that could not be used, and the name of its copy. */
export interface UnreadableFile {
  readonly kind: 'file-unreadable' | 'file-from-newer-version';
  readonly file: string;
  readonly copy: string;
}

export interface JsonFile<T> {
  /** Reads the file. A broken, foreign or newer file is copied, reported to `onUnreadableFile` and replaced by the initial value. */
  read(): Promise<T>;
  /**
   * Changes the file under its lock, based on its content at that time, and returns the written value. `change` runs again when another
   * process took over the lock in the meantime.
   */
  update(change: (value: T) => T): Promise<T>;
}

const envelope = z.object({ format: z.string(), version: z.int().min(1), data: z.unknown() });

/**
 * Creates the access to a versioned file, without reading or writing it. Both methods throw `profile-not-writable` when there is
 * something other than a file at the path, or when it can't be written.
 */
export function jsonFile<S extends Schema>(
  spec: JsonFileSpec<S>,
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
): JsonFile<z.output<S>> {
  // The lock alone does not preserve the order of changes.
  const enqueue = createTaskQueue();
  const withLock = <R>(task: (lock: HeldLock) => Promise<R>): Promise<R> => enqueue(() => withFileLock(`${spec.path}.lock`, clock, task));
  const write = async (lock: HeldLock, next: z.output<S>): Promise<z.output<S>> => {
    const data = spec.encode === undefined ? next : spec.encode(next);
    await lock.replace(spec.path, `${JSON.stringify({ format: spec.format, version: spec.version, data }, null, 2)}\n`);
    return next;
  };
  /** Copies the file instead of renaming it, because another process may have replaced it with a valid one in the meantime (ADR 19). */
  const overwrite = async (lock: HeldLock, { kind, bytes }: Unreadable, next: z.output<S>): Promise<z.output<S>> => {
    if (spec.keepUnreadable) throw new KeptFileError(kind);
    const copy = await copyUnreadable(spec.path, kind, bytes, clock.now());
    await write(lock, next).catch(async (thrown) => {
      await rm(copy, { force: true });
      throw thrown;
    });
    onUnreadableFile({ kind, file: basename(spec.path), copy: basename(copy) });
    return next;
  };
  return {
    async read() {
      const found = await readCurrent(spec);
      if (found.ok) return found.data;
      if (spec.keepUnreadable) throw new KeptFileError(found.kind);
      return withLock(async (lock) => {
        // Another process may have replaced the broken file before this one acquired the lock.
        const now = await readCurrent(spec);
        return now.ok ? now.data : overwrite(lock, now, spec.initial);
      });
    },
    update: (change) =>
      withLock(async (lock) => {
        const found = await readCurrent(spec);
        return found.ok ? write(lock, change(found.data)) : overwrite(lock, found, change(spec.initial));
      }),
  };
}

async function readCurrent<S extends Schema>(spec: JsonFileSpec<S>): Promise<ParsedFile<z.output<S>>> {
  const bytes = await readPrivateFile(spec.path).catch((cause) => {
    throw fail('profile-not-writable', {}, cause);
  });
  return bytes === null ? { ok: true, data: spec.initial } : parseFile(spec, bytes);
}

/** Creates a `JsonFile` in memory, for data that must not outlive the process. */
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

interface Unreadable {
  readonly ok: false;
  readonly kind: UnreadableFile['kind'];
  readonly bytes: Buffer;
}
type ParsedFile<T> = { ok: true; data: T } | Unreadable;

function parseFile<S extends Schema>(spec: JsonFileSpec<S>, bytes: Buffer): ParsedFile<z.output<S>> {
  const outer = envelope.safeParse(parseJson(bytes.toString('utf8')));
  if (!outer.success || outer.data.format !== spec.format) return { ok: false, kind: 'file-unreadable', bytes };
  const { version, data } = outer.data;
  if (version > spec.version) return { ok: false, kind: 'file-from-newer-version', bytes };
  try {
    const inner = spec.schema.safeParse(version < spec.version && spec.upgrade ? spec.upgrade(data, version) : data);
    if (inner.success) return { ok: true, data: inner.data };
  } catch {
    // A failed upgrade, or nesting that exhausts the stack: the file is broken.
  }
  return { ok: false, kind: 'file-unreadable', bytes };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Copies a file's content, unless a copy of it is there. Returns the name of the copy. Throws `profile-not-writable`. */
export async function keepCopy(path: string, kind: UnreadableFile['kind'], bytes: Buffer, now: number): Promise<string> {
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const known = await readPrivateFile(join(dirname(path), name)).catch(() => null);
    if (known?.equals(bytes)) return name;
  }
  return basename(await copyUnreadable(path, kind, bytes, now));
}

/** Copies a file's content under a new name. Never overwrites: two files that break at the same time have two copies. */
async function copyUnreadable(path: string, kind: UnreadableFile['kind'], bytes: Buffer, now: number): Promise<string> {
  const name = `${path}.${kind === 'file-unreadable' ? 'broken' : 'newer'}-${now}`;
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
