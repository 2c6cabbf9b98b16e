/** A versioned JSON file: read whole, written atomically, set aside when it cannot be understood. */
import { open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { AppError, fail } from '../../contract/errors';
import type { Schema } from '../../contract/kit';
import { makePrivateFolder } from '../../system/make-private-folder';
import type { Clock } from '../ports';
import { withFileLock } from './file-lock';
import { createTurns } from './turns';

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
export interface SetAside {
  readonly kind: 'file-set-aside' | 'file-from-newer-version';
  readonly file: string;
  readonly keptAs: string;
}

export interface JsonFile<T> {
  /** Reads the file; one that is broken, foreign or newer is renamed, reported to `onSetAside` and counts as absent. */
  read(): Promise<T>;
  /** Changes the file under its lock, starting from what it holds at that moment, and answers what was written. */
  update(change: (value: T) => T): Promise<T>;
}

const envelope = z.object({ format: z.string(), version: z.int().min(1), data: z.unknown() });

/** Opens a versioned file; nothing is read or written yet. Writing fails with `profile-not-writable`. */
export function jsonFile<S extends Schema>(
  spec: JsonFileSpec<S>,
  clock: Clock,
  onSetAside: (what: SetAside) => void,
): JsonFile<z.output<S>> {
  // The lock alone would let a later change overtake an earlier one.
  const inTurn = createTurns();
  const withLock = <R>(task: () => Promise<R>): Promise<R> =>
    inTurn(async () => {
      await ensureFolder(dirname(spec.path));
      return withFileLock(`${spec.path}.lock`, clock, task);
    });
  const readOrSetAside = async (): Promise<z.output<S>> => {
    const found = await look(spec);
    if (found.ok) return found.data;
    onSetAside(await setAside(spec.path, found.kind, clock.now()));
    return spec.initial;
  };
  return {
    async read() {
      const found = await look(spec);
      // Only under the lock: another process may be replacing the broken file at this moment.
      return found.ok ? found.data : withLock(readOrSetAside);
    },
    update: (change) =>
      withLock(async () => {
        const next = change(await readOrSetAside());
        await writeAtomically(spec.path, `${JSON.stringify({ format: spec.format, version: spec.version, data: next }, null, 2)}\n`);
        return next;
      }),
  };
}

async function look<S extends Schema>(spec: JsonFileSpec<S>): Promise<Understood<z.output<S>>> {
  const text = await readFile(spec.path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw fail('profile-not-writable', {}, cause);
  });
  return text === null ? { ok: true, data: spec.initial } : understand(spec, text);
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

type Understood<T> = { ok: true; data: T } | { ok: false; kind: SetAside['kind'] };

function understand<S extends Schema>(spec: JsonFileSpec<S>, text: string): Understood<z.output<S>> {
  const outer = envelope.safeParse(parseJson(text));
  if (!outer.success || outer.data.format !== spec.format) return { ok: false, kind: 'file-set-aside' };
  const { version, data } = outer.data;
  if (version > spec.version) return { ok: false, kind: 'file-from-newer-version' };
  try {
    const inner = spec.schema.safeParse(version < spec.version && spec.upgrade ? spec.upgrade(data, version) : data);
    if (inner.success) return { ok: true, data: inner.data };
  } catch {
    // An upgrade that chokes, or nesting past the stack: a broken file like any other.
  }
  return { ok: false, kind: 'file-set-aside' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function setAside(path: string, kind: SetAside['kind'], now: number): Promise<SetAside> {
  const keptAs = `${path}.${kind === 'file-set-aside' ? 'broken' : 'newer'}-${now}`;
  await rename(path, keptAs).catch((cause) => {
    throw fail('profile-not-writable', {}, cause);
  });
  return { kind, file: basename(path), keptAs: basename(keptAs) };
}

async function ensureFolder(folder: string): Promise<void> {
  try {
    makePrivateFolder(folder);
  } catch (cause) {
    throw fail('profile-not-writable', {}, cause);
  }
}

async function writeAtomically(path: string, text: string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw cause instanceof AppError ? cause : fail('profile-not-writable', {}, cause);
  }
}
