/** Access to files of the profile: private to their owner, and regular files only. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

export const ownerOnly = 0o600;

/** Flags that prevent blocking on a named pipe and acquiring a controlling terminal. Windows has neither flag. */
const flagsForAll = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Reads a file; returns null if it doesn't exist. Throws the system's error, or an error for a folder, pipe, socket or device. */
export async function readPrivateFile(path: string): Promise<Buffer | null> {
  const file = await openRegular(path, constants.O_RDONLY).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  return file && use(file, () => file.readFile());
}

/** Appends to a file, which is created if it doesn't exist. Throws the errors of {@link readPrivateFile}. */
export async function appendToPrivateFile(path: string, text: string): Promise<void> {
  const file = await openRegular(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
  await use(file, () => file.writeFile(text));
}

/** Removes the access of other users to a file. Throws for a link, whose file may be that of another program, and the errors of {@link readPrivateFile}. */
export async function restrictFile(path: string): Promise<void> {
  await use(await openRegular(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)), async () => undefined);
}

/** Opens a regular file. Removes the access of other users, which an earlier release or a copy may have left. */
async function openRegular(path: string, flags: number): Promise<FileHandle> {
  const file = await open(path, flags | flagsForAll, ownerOnly);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error(`${path} is not a regular file`);
    // The mode of another user's file can't be changed, and doesn't need to be.
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
