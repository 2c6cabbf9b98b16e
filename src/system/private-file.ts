/** Files of the profile: read and written by their owner only, and never anything but regular files. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

export const ownerOnly = 0o600;

/** Opening a named pipe would wait for its other end, and a terminal would become this process's own. Windows has neither flag. */
const flagsForAll = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Reads a file; null when there is none. Throws the system's error, or an error for a folder, pipe, socket or device. */
export async function readPrivateFile(path: string): Promise<Buffer | null> {
  const file = await openRegular(path, constants.O_RDONLY).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  return file && use(file, () => file.readFile());
}

/** Appends to a file, which is created when there is none. Throws as `readPrivateFile` does. */
export async function appendToPrivateFile(path: string, text: string): Promise<void> {
  const file = await openRegular(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
  await use(file, () => file.writeFile(text));
}

/** A file that other users may read, left by an earlier release or by a copy, is closed to them. */
async function openRegular(path: string, flags: number): Promise<FileHandle> {
  const file = await open(path, flags | flagsForAll, ownerOnly);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error(`${path} is not a regular file`);
    // Another user's file can't be changed, and need not be.
    if ((found.mode & 0o077) !== 0) await file.chmod(ownerOnly).catch(() => undefined);
    return file;
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

async function use<T>(file: FileHandle, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } finally {
    await file.close();
  }
}
