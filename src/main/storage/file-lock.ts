/** A lock between processes: a folder that only one of them can make, kept fresh by its holder. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, rmdir, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '../../contract/errors';
import type { Clock } from '../ports';

const staleAfter = 10_000;
const heartbeat = 2_000;
const pollEvery = 25;

/**
 * Runs `task` while holding the lock at `path`. A lock whose holder has not shown life for 10 s is taken over.
 * Fails with `profile-busy` when it cannot be had within `patience` milliseconds, with `profile-not-writable` when the
 * folder above it cannot be written.
 */
export async function withFileLock<T>(path: string, clock: Clock, task: () => Promise<T>, patience = 15_000): Promise<T> {
  await acquire(path, clock, patience);
  const mark = await leaveMark(path);
  const stop = keepFresh(path, clock);
  try {
    return await task();
  } finally {
    stop();
    await release(path, mark);
  }
}

async function leaveMark(path: string): Promise<string> {
  const mark = join(path, randomUUID());
  try {
    await writeFile(mark, '');
    return mark;
  } catch (cause) {
    await rmdir(path).catch(() => undefined);
    throw fail('profile-not-writable', {}, cause);
  }
}

/** A holder that was asleep for long has lost the lock to someone else, whose lock must stay: without our mark it is theirs. */
async function release(path: string, mark: string): Promise<void> {
  await unlink(mark).then(
    () => rmdir(path).catch(() => undefined),
    () => undefined,
  );
}

function keepFresh(path: string, clock: Clock): () => void {
  let cancel = () => {};
  const schedule = () => {
    cancel = clock.after(heartbeat, () => {
      void touch(path);
      schedule();
    });
  };
  schedule();
  return () => cancel();
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

async function acquire(path: string, clock: Clock, patience: number): Promise<void> {
  const until = clock.monotonic() + patience;
  while (!(await make(path))) {
    await takeOverIfStale(path);
    if (clock.monotonic() > until) throw fail('profile-busy');
    await new Promise<void>((resolve) => clock.after(pollEvery, resolve));
  }
}

async function make(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw fail('profile-not-writable', {}, cause);
  }
}

/** Two processes may find the same lock stale; a second folder lets one of them look again and remove it. */
async function takeOverIfStale(path: string): Promise<void> {
  if (!(await isStale(path))) return;
  const takeover = `${path}.takeover`;
  if (!(await make(takeover))) {
    if (await isStale(takeover)) await rm(takeover, { recursive: true, force: true });
    return;
  }
  try {
    if (await isStale(path)) await rm(path, { recursive: true, force: true });
  } finally {
    await rm(takeover, { recursive: true, force: true });
  }
}

/** File times are the machine's own, so they are held against the machine's clock, not an injected one. */
async function isStale(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  // A time in the future is no sign of life either: the machine's clock was set back since.
  return found !== null && Math.abs(Date.now() - found.mtimeMs) > staleAfter;
}
