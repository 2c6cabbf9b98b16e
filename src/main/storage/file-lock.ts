/**
 * A lock between processes: a folder with one file, the mark of its holder. The mark has a unique name and is created once, so a process
 * that lost the lock while it was stopped detects that by its missing mark (ADR 19).
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
/** Maximum number of runs of a task. Each loss of the lock requires that the process was stopped for ten seconds. */
const maxTries = 5;

/** The lock that is passed to a task. If another process has taken it over, both calls reject and the task runs again from its start. */
export interface HeldLock {
  /**
   * Replaces the file at `path`, beside the lock, and releases the lock. One file system operation does both, so the new content is based
   * on what was read under this lock. Throws `profile-not-writable`.
   */
  replace(path: string, text: string): Promise<void>;
  /** Resolves if this process still has the lock. It may lose it right afterwards. */
  confirm(): Promise<void>;
}

/** Thrown in a task whose lock another process took over. */
class LockLost extends Error {
  constructor(readonly mark: string) {
    super('Another process took the lock over');
  }
}

/**
 * Runs `task` with the lock at `path`, and again if the lock was lost. Creates the folder of `path` if it is missing. Takes over a lock
 * whose holder has not updated its mark for 10 s. Throws `profile-busy` when the lock isn't available within `timeoutMillis` or is lost
 * repeatedly, and `profile-not-writable` when its folder can't be written.
 */
export async function withFileLock<T>(
  path: string,
  clock: Clock,
  task: (lock: HeldLock) => Promise<T>,
  timeoutMillis = 15_000,
): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const mark = await acquire(path, clock, timeoutMillis);
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

/** Writes the text to the mark and renames it to `path`. Never creates the mark: without a mark, the lock is lost. */
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

/** Removes the mark, and the folder if it is empty. A folder with another mark belongs to another holder. */
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

async function acquire(path: string, clock: Clock, timeoutMillis: number): Promise<string> {
  const until = clock.monotonic() + timeoutMillis;
  for (;;) {
    const mark = await tryToAcquire(path);
    if (mark !== null) return mark;
    await removeIfStale(path);
    if (clock.monotonic() > until) throw fail('profile-busy');
    await new Promise<void>((resolve) => clock.after(pollMillis, resolve));
  }
}

/** Returns the path of the mark, or null while another process has the lock. */
async function tryToAcquire(path: string): Promise<string | null> {
  if (!(await makeLock(path))) return null;
  const mark = join(path, randomUUID());
  try {
    await writeFile(mark, '', { flag: 'wx', mode: ownerOnly });
  } catch (cause) {
    // Another process removed the folder, which seemed stale without a mark.
    if (isMissing(cause)) return null;
    await rmdir(path).catch(() => undefined);
    throw fail('profile-not-writable', {}, cause);
  }
  // If this process was stopped between the two steps, the folder may now belong to another process.
  const marks = await readdir(path).catch(() => []);
  if (marks.length === 1 && marks[0] === basename(mark)) return mark;
  await release(path, mark);
  return null;
}

/** Creates the lock's folder. Resolves to false when it exists. */
async function makeLock(path: string): Promise<boolean> {
  try {
    makePrivateFolder(dirname(path));
    return await mkdir(path, { mode: 0o700 }).then(() => true, falseIfExisting);
  } catch (cause) {
    throw fail('profile-not-writable', {}, cause);
  }
}

/** Removes a stale lock, by the names of its marks. Safe in several processes at once, because a new holder's mark has another name. */
async function removeIfStale(path: string): Promise<void> {
  const marks = await readdir(path).catch(() => null);
  if (marks === null) return;
  const paths = [path, ...marks.map((mark) => join(path, mark))];
  if (!(await Promise.all(paths.map(isStale))).every(Boolean)) return;
  for (const mark of paths.slice(1)) await rm(mark, { recursive: true, force: true });
  await rmdir(path).catch(() => undefined);
}

/** Whether a path was not updated for 10 s. Uses the machine's clock, not the injected one, because file times are the machine's. */
async function isStale(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  // A time in the future is stale too: the machine's clock was set back.
  return found === null || Math.abs(Date.now() - found.mtimeMs) > staleAfterMillis;
}

function falseIfExisting(cause: NodeJS.ErrnoException): false {
  if (cause.code === 'EEXIST') return false;
  throw cause;
}

function isMissing(cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException).code === 'ENOENT';
}
