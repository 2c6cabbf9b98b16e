/** Texts that commands write to files. */
import { randomUUID } from 'node:crypto';
import { chmod, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { assertWritable, resolveFile } from '../../../storage/chosen-file';
import { TerminalError } from '../exit-code';

/**
 * Writes a text to a file, which has its former text until the new one is whole, and keeps its permissions. Pipes and devices are written as they
 * are. Throws a `TerminalError` with the code of the system.
 */
export async function writeText(file: string, text: string): Promise<void> {
  try {
    // A link to nothing, and an open pipe of the system, have no path.
    const path = await resolveFile(file).catch(() => null);
    const mode = path === null ? null : await modeOf(path);
    if (path === null || mode === null) await writeFile(file, text);
    else await replace(path, text, mode);
  } catch (cause) {
    throw new TerminalError(`Couldn’t write “${file}” (${(cause as NodeJS.ErrnoException).code}).`);
  }
}

/** Resolves to the permissions of a file, which are undefined for one that isn't there; to null for what is no file. */
async function modeOf(path: string): Promise<number | undefined | null> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw cause;
  });
  if (found === undefined || found.isFile()) return found?.mode;
  return null;
}

async function replace(path: string, text: string, mode: number | undefined): Promise<void> {
  if (mode !== undefined) await assertWritable(path);
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await writeFile(draft, text, { flag: 'wx' });
    if (mode !== undefined) await chmod(draft, mode & 0o777);
    await rename(draft, path);
  } catch (cause) {
    if (!inPlace.has(String((cause as NodeJS.ErrnoException).code))) throw cause;
    // A folder of others, or a file that is mounted separately.
    await writeFile(path, text);
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

const inPlace: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV']);
