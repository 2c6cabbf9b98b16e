/** Files outside the profile that the user chose in a dialog of the host. */
import { randomBytes } from 'node:crypto';
import { lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { AppError, fail } from '#contract/errors.ts';
import { ownerOnly } from '#system/private-file.ts';

/**
 * Resolves to the path at which a file is read and written: that of the file itself where `path` is a link. Throws `AppError` with code
 * `file-not-writable` for a link to nothing, and if the folder is missing.
 */
export async function resolveFile(path: string): Promise<string> {
  try {
    if (await isMissing(path)) return join(await realpath(dirname(path)), basename(path));
    return await realpath(path);
  } catch (cause) {
    throw fail('file-not-writable', {}, cause);
  }
}

async function isMissing(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return true;
      throw cause;
    },
  );
}

/**
 * Replaces a file at once, so that it is never half written, and makes it accessible to its owner only. `isCurrent` runs last; if it resolves
 * to false, the file is left as it is. Resolves to whether it was replaced. Throws `AppError` with code `file-not-writable`, also for folders,
 * pipes, and devices.
 */
export async function replacePrivateFile(path: string, text: string, isCurrent = async () => true): Promise<boolean> {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await assertWritable(path);
    await writeDraft(draft, text);
    // Last, because writing takes much longer than the rename.
    if (!(await isCurrent())) return false;
    await rename(draft, path);
    return true;
  } catch (cause) {
    throw cause instanceof AppError ? cause : fail('file-not-writable', {}, cause);
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

async function writeDraft(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', ownerOnly);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Throws the system's error for a file that can't be written: replacing it would need access to its folder only. */
export async function assertWritable(path: string): Promise<void> {
  const found = await stat(path).catch(nullIfMissing);
  if (found === null) return;
  if (!found.isFile()) throw fail('file-not-writable');
  const file = await open(path, 'r+').catch(nullIfMissing);
  await file?.close();
}

function nullIfMissing(cause: NodeJS.ErrnoException): null {
  if (cause.code === 'ENOENT') return null;
  throw cause;
}

/** Returns a path with `~` for the user's home folder. */
export function displayPath(path: string): string {
  const below = relative(homedir(), path);
  return below.startsWith('..') || below === path ? path : `~${sep}${below}`;
}
