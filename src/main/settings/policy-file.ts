/** Reads the file of a policy, if only the administrator of the machine can write it. */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import type { PolicyLocation } from '../ports/ports';
import type { BrokenPolicy } from './parse-policy';

const maxBytes = 64 * 1024;

/** Returns the folder of a policy. */
function folderOf({ file }: PolicyLocation): string {
  return (file.startsWith('/') ? posix : win32).dirname(file);
}

/**
 * Resolves to the text of the policy, or null if there is none. A file is used only if it is a regular one of at most 64 kB that, like its
 * folder, belongs to the administrator and that others can't write.
 */
export async function readPolicyFile(place: PolicyLocation): Promise<string | null | BrokenPolicy> {
  const folder = await statsOf(folderOf(place));
  const known = folder === null ? null : await statsOf(place.file);
  if (folder === null || known === null) return null;
  if (folder === 'unreadable' || known === 'unreadable') return { problem: 'unreadable' };
  // Links could point to files that others can write.
  if (!known.isFile()) return { problem: 'not-a-file' };
  if (!folder.isDirectory() || !isProtected(folder, place)) return { problem: 'folder-not-protected' };
  try {
    return await readProtected(place);
  } catch (thrown) {
    return codeOf(thrown) === 'ENOENT' ? null : { problem: codeOf(thrown) === 'ELOOP' ? 'not-a-file' : 'unreadable' };
  }
}

async function readProtected(place: PolicyLocation): Promise<string | BrokenPolicy> {
  // What was checked by its name may have been replaced: the open file is checked, which is not a link and not a pipe that nothing writes to.
  const handle = await open(place.file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return { problem: 'not-a-file' };
    if (!isProtected(stats, place)) return { problem: 'not-protected' };
    return await textOf(handle);
  } finally {
    await handle.close();
  }
}

async function textOf(handle: FileHandle): Promise<string | BrokenPolicy> {
  const bytes = Buffer.alloc(maxBytes + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read) {
    read = (await handle.read(bytes, length, bytes.length - length)).bytesRead;
  }
  if (length > maxBytes) return { problem: 'too-large' };
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length));
  } catch {
    return { problem: 'not-json' };
  }
}

/** Whether a file or folder belongs to the administrator, and neither its group nor others can write it. */
function isProtected({ uid, mode }: Stats, { ownerId }: PolicyLocation): boolean {
  return ownerId === null || (uid === ownerId && (mode & 0o022) === 0);
}

/** Resolves to null if there is nothing of that name. */
async function statsOf(path: string): Promise<Stats | null | 'unreadable'> {
  try {
    return await lstat(path);
  } catch (thrown) {
    return ['ENOENT', 'ENOTDIR'].includes(codeOf(thrown)) ? null : 'unreadable';
  }
}

function codeOf(thrown: unknown): string {
  return (thrown as NodeJS.ErrnoException).code ?? '';
}
