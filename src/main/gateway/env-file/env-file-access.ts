/** Reads and replaces environment files that the user chose. */
import { randomBytes } from 'node:crypto';
import { lstat, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError, fail } from '../../../contract/errors';

/** Access for the owner only. */
const ownerOnly = 0o600;
/** Maximum bytes: larger files are no environment files. */
const maxBytes = 1024 * 1024;

/**
 * Resolves to the path at which a file is read and written: that of the file itself where `path` is a link. Throws `AppError` with code
 * `file-not-writable` for a link to nothing, and if the folder is missing.
 */
export async function resolveEnvFile(path: string): Promise<string> {
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
 * Reads a file; null if there is none. Throws `AppError` with code `file-not-env` for folders, pipes, devices, long files and files that aren't
 * UTF-8, and `file-not-writable` for a file that can't be read.
 */
export async function readEnvFile(path: string): Promise<string | null> {
  const bytes = await readRegular(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause instanceof AppError ? cause : fail('file-not-writable', {}, cause);
  });
  if (bytes === null) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8.
  }
  throw fail('file-not-env');
}

async function readRegular(path: string): Promise<Buffer> {
  const found = await stat(path);
  if (!found.isFile() || found.size > maxBytes) throw fail('file-not-env');
  return readFile(path);
}

/**
 * Replaces the content `before` of a file at once, so that it is never half written, and makes it accessible to its owner only. `before` is null
 * if there was no file. Resolves to false if another program has changed the file in the meantime, and then leaves it as it is. Throws
 * `AppError` with code `file-not-writable`, and with those of {@link readEnvFile}.
 */
export async function replaceEnvFile(path: string, before: string | null, text: string): Promise<boolean> {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await assertWritable(path);
    await writeDraft(draft, text);
    // Last, because writing takes much longer than the rename.
    if ((await readEnvFile(path)) !== before) return false;
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
async function assertWritable(path: string): Promise<void> {
  const file = await open(path, 'r+').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  await file?.close();
}
