/** Reads and replaces environment files that the user chose. */
import { readFile, stat } from 'node:fs/promises';
import { AppError, fail } from '../../../contract/errors';
import { replacePrivateFile } from '../../storage/chosen-file';

/** Maximum bytes: larger files are no environment files. */
const maxBytes = 1024 * 1024;

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
export function replaceEnvFile(path: string, before: string | null, text: string): Promise<boolean> {
  return replacePrivateFile(path, text, async () => (await readEnvFile(path)) === before);
}
