/**
 * A lock between processes: a folder with one file, the mark of its holder. The mark has a unique name and is created once, so a process
 * that lost the lock while it was stopped detects that by its missing mark (ADR 19).
 */
import { constants } from 'node:fs';
import { access, lstat, mkdir, open, readdir, rename, rmdir, unlink, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail } from '#contract/errors.ts';
import { makePrivateFolder } from '#system/make-private-folder.ts';
import { type OpenFolder, withFolder } from '#system/open-folder.ts';
import { ownerOnly } from '#system/private-file.ts';
import { removeEntry } from '#system/remove-entry.ts';
import type { Clock } from '../ports/ports';
import { createLockHolders, type HolderState } from './lock-holder';

const holders = createLockHolders();
/** For a lock whose process isn't known to have ended. */
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
 * whose process has ended, or has not updated its mark for 10 s. Throws `profile-busy` when the lock isn't available within `timeoutMillis` or is lost
 * repeatedly, and `profile-not-writable` when its folder can't be written.
 */
export async function withFileLock<T>(
  path: string,
  clock: Clock,
  task: (lock: HeldLock) => Promise<T>,
  timeoutMillis = 15_000,
  mayBeStale: MayBeStale = () => true,
): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const mark = await acquire(path, clock, timeoutMillis, mayBeStale);
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

/** Milliseconds to wait for the lease of another process. */
const leaseMillis = 200;

/**
 * Runs a task that lasts with the lock at `path`. Resolves to false, without running it, if another process has the lock. It keeps it as long as it
 * is known to run: a mark looks old when the machine's clock was set, and the task can't start again from its start.
 */
export async function withLease(path: string, clock: Clock, task: () => Promise<void>): Promise<boolean> {
  let isHeld = false;
  const holding = withFileLock(
    path,
    clock,
    async () => {
      isHeld = true;
      await task();
    },
    leaseMillis,
    isNotRunning,
  );
  return holding.then(
    () => true,
    (thrown: unknown) => {
      if (isHeld) throw thrown;
      return false;
    },
  );
}

/** Writes the text to the mark and renames it to `path`. Never creates the mark: without a mark, the lock is lost. */
async function replace(mark: string, path: string, text: string): Promise<void> {
  try {
    const file = await open(mark, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
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

async function acquire(path: string, clock: Clock, timeoutMillis: number, mayBeStale: MayBeStale): Promise<string> {
  const until = clock.monotonic() + timeoutMillis;
  for (;;) {
    const mark = await tryToAcquire(path);
    if (mark !== null) return mark;
    // Removing it takes time, which isn't that of waiting for another process.
    if (await removeIfStale(path, mayBeStale)) continue;
    if (clock.monotonic() > until) throw fail('profile-busy');
    await new Promise<void>((resolve) => clock.after(pollMillis, resolve));
  }
}

/** Returns the path of the mark, or null while another process has the lock. */
async function tryToAcquire(path: string): Promise<string | null> {
  if (!(await makeLock(path))) return null;
  const mark = join(path, await holders.newMark());
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

/** Removes the lock of a killed process. The lock of a running or stopped process stays. Never rejects. */
export async function removeLeftLock(path: string): Promise<void> {
  await removeIfStale(path, isNotRunning);
}

interface Mark {
  readonly holder: HolderState;
  readonly isOld: boolean;
}

/** Whether the age of a mark counts. */
type MayBeStale = (mark: Mark) => boolean;

const isNotRunning: MayBeStale = ({ holder }) => holder !== 'running';

/**
 * Removes a stale lock, by the names of its marks. Resolves to whether it did. Safe in several processes at once, because a new holder's mark
 * has another name. Follows no link: what it points to isn't a lock.
 */
async function removeIfStale(path: string, mayBeStale: MayBeStale): Promise<boolean> {
  const isStale = (mark: Mark) => mark.holder === 'ended' || (mark.isOld && mayBeStale(mark));
  /** Returns the names of a stale lock's marks; null for another one. */
  const findStale = async ({ names, pathOf }: OpenFolder): Promise<string[] | null> => {
    const found = await names();
    const states = await Promise.all(
      found.map(async (name) => ({ holder: await holders.stateOf(name), isOld: await isOld(await pathOf(name)) })),
    );
    // A folder without a mark may be that of a process that is about to write it.
    const isLeft = states.some(({ holder }) => holder === 'ended') || (await isOld(path));
    return isLeft && states.every(isStale) ? found : null;
  };
  // First by its name, because most locks that are polled aren't stale, and opening takes longer.
  const byName: OpenFolder = { names: () => readdir(path), pathOf: async (name) => join(path, name) };
  if ((await findStale(byName).catch(() => null)) === null) return false;
  const empty = async (folder: OpenFolder): Promise<boolean> => {
    const marks = await findStale(folder);
    for (const mark of marks ?? []) await removeEntry(await folder.pathOf(mark));
    return marks !== null;
  };
  if (!(await withFolder(path, empty).catch(() => false))) return false;
  return rmdir(path).then(
    () => true,
    () => false,
  );
}

/** Whether a path was not updated for 10 s. Uses the machine's clock, not the injected one, because file times are the machine's. */
async function isOld(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  // A time in the future is old too: the machine's clock was set back.
  return found === null || Math.abs(Date.now() - found.mtimeMs) > staleAfterMillis;
}

function falseIfExisting(cause: NodeJS.ErrnoException): false {
  if (cause.code === 'EEXIST') return false;
  throw cause;
}

function isMissing(cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException).code === 'ENOENT';
}
