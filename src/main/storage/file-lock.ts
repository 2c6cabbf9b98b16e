/**
 * A lock between processes: a folder with one file in it, the mark of the process that holds it. The mark's name is unique and is created
 * once, so a process that lost the lock while it was stopped finds out by its mark (ADR 19).
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, rmdir, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail } from '../../contract/errors';
import { makePrivateFolder } from '../../system/make-private-folder';
import { ownerOnly } from '../../system/private-file';
import type { Clock } from '../ports';

const staleAfterMillis = 10_000;
const heartbeatMillis = 2_000;
const pollMillis = 25;
/** Losing the lock once takes a process that was stopped for ten seconds. */
const maxTries = 5;

/** The lock as its holder sees it. When another process took it over, either call ends the task, which then runs again from its start. */
export interface HeldLock {
  /**
   * Replaces the file at `path`, beside the lock, and gives the lock back: one step of the file system does both, so what is written is
   * what was read under this lock. Fails with `profile-not-writable`.
   */
  replace(path: string, text: string): Promise<void>;
  /** Resolves while the lock is held. It may be lost right afterwards. */
  confirm(): Promise<void>;
}

/** Ends a task whose lock another process took over. */
class LockLost extends Error {
  constructor(readonly mark: string) {
    super('Another process took the lock over');
  }
}

/**
 * Runs `task` while holding the lock at `path`, whose folder is created where it is missing; runs it again when the lock was lost. A lock
 * whose holder has shown no sign of life for 10 s is taken over. Fails with `profile-busy` when the lock isn't available within
 * `patienceMillis`, or is lost again and again, with `profile-not-writable` when its folder can't be written.
 */
export async function withFileLock<T>(
  path: string,
  clock: Clock,
  task: (lock: HeldLock) => Promise<T>,
  patienceMillis = 15_000,
): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const mark = await acquire(path, clock, patienceMillis);
    const stop = keepFresh(mark, clock);
    try {
      return await task({ replace: (target, text) => replace(mark, target, text), confirm: () => confirm(mark) });
    } catch (thrown) {
      if (!(thrown instanceof LockLost && thrown.mark === mark)) throw thrown;
    } finally {
      stop();
      await release(path, mark);
    }
  }
  throw fail('profile-busy');
}

/** The draft is written into the mark itself, which is never created here: without a mark there is no lock. */
async function replace(mark: string, path: string, text: string): Promise<void> {
  try {
    const file = await open(mark, constants.O_RDWR);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(mark, path);
  } catch (cause) {
    if (isMissing(cause)) throw new LockLost(mark);
    throw fail('profile-not-writable', {}, cause);
  }
}

async function confirm(mark: string): Promise<void> {
  await access(mark).catch(() => {
    throw new LockLost(mark);
  });
}

/** The folder goes only when it is empty: with another mark in it, it is another holder's. */
async function release(path: string, mark: string): Promise<void> {
  await unlink(mark).catch(() => undefined);
  await rmdir(path).catch(() => undefined);
}

function keepFresh(mark: string, clock: Clock): () => void {
  let cancel = () => {};
  const schedule = () => {
    cancel = clock.after(heartbeatMillis, () => {
      const now = new Date();
      void utimes(mark, now, now).catch(() => undefined);
      schedule();
    });
  };
  schedule();
  return () => cancel();
}

async function acquire(path: string, clock: Clock, patienceMillis: number): Promise<string> {
  const until = clock.monotonic() + patienceMillis;
  for (;;) {
    const mark = await tryToAcquire(path);
    if (mark !== null) return mark;
    await removeIfStale(path);
    if (clock.monotonic() > until) throw fail('profile-busy');
    await new Promise<void>((resolve) => clock.after(pollMillis, resolve));
  }
}

/** Returns the mark, or null while another process is there. */
async function tryToAcquire(path: string): Promise<string | null> {
  if (!(await makeLock(path))) return null;
  const mark = join(path, randomUUID());
  try {
    await writeFile(mark, '', { flag: 'wx', mode: ownerOnly });
  } catch (cause) {
    // The folder without a mark was taken for a stale one.
    if (isMissing(cause)) return null;
    await rmdir(path).catch(() => undefined);
    throw fail('profile-not-writable', {}, cause);
  }
  // Stopped between the two steps, this process may have left its mark in the folder of another one.
  const marks = await readdir(path).catch(() => []);
  if (marks.length === 1 && marks[0] === basename(mark)) return mark;
  await release(path, mark);
  return null;
}

/** False when the folder exists. */
async function makeLock(path: string): Promise<boolean> {
  try {
    makePrivateFolder(dirname(path));
    return await mkdir(path, { mode: 0o700 }).then(() => true, falseIfExisting);
  } catch (cause) {
    throw fail('profile-not-writable', {}, cause);
  }
}

/** Removes exactly the marks that were stale. Any number of processes may do so at once: a new holder's mark has another name. */
async function removeIfStale(path: string): Promise<void> {
  const marks = await readdir(path).catch(() => null);
  if (marks === null) return;
  const places = [path, ...marks.map((mark) => join(path, mark))];
  if (!(await Promise.all(places.map(isStale))).every(Boolean)) return;
  for (const mark of places.slice(1)) await rm(mark, { recursive: true, force: true });
  await rmdir(path).catch(() => undefined);
}

/** Compares with the machine's clock, not with an injected one, because file times are the machine's. */
async function isStale(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  // A time in the future is no sign of life either: the machine's clock was set back since.
  return found === null || Math.abs(Date.now() - found.mtimeMs) > staleAfterMillis;
}

function falseIfExisting(cause: NodeJS.ErrnoException): false {
  if (cause.code === 'EEXIST') return false;
  throw cause;
}

function isMissing(cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException).code === 'ENOENT';
}
