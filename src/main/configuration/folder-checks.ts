/** What is in a folder of configuration, looked at without following links. */
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type FolderProblem, maxDocumentLength } from '#contract/bridge/configuration.ts';

/** Why a folder can't be read or written. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
  constructor(readonly problem: FolderProblem) {
    super(problem.reason);
  }
}

type Kind = 'file' | 'folder' | 'link' | 'other' | 'absent';

/** Resolves to what is there. `follows` a link at the end. Throws a `FolderError`. */
export async function kindOf(folder: string, name: string, follows = false): Promise<Kind> {
  try {
    // A slash at the end would follow a link.
    const found = await lstat(follows ? join(folder, '.') : join(folder, name));
    if (found.isSymbolicLink()) return 'link';
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'absent';
    if (code === 'ENOTDIR') return follows ? 'file' : 'absent';
    throw new FolderError({ reason: 'not-read', path: name, code });
  }
}

/** Resolves to the kind, which is the wanted one, or `missing` if it may be. Throws a `FolderError` for another one. */
export async function assertKind(folder: string, name: string, wanted: 'file' | 'folder', mayBeMissing = false): Promise<Kind> {
  const kind = await kindOf(folder, name);
  if (kind === wanted || (mayBeMissing && kind === 'absent')) return kind;
  throw new FolderError({ reason: kind, path: name });
}

/** Resolves to the text of a file that was looked at before. Throws a `FolderError` for one that became a link, is longer, or isn't UTF-8. */
export async function readFileText(folder: string, name: string, maxBytes = maxDocumentLength): Promise<string> {
  const bytes = await readBytes(folder, name, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FolderError({ reason: 'not-text', path: name });
  }
}

/** Windows has none of these flags; creating links takes a right of its own there. Without waiting, because a pipe might never be written to. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function readBytes(folder: string, name: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const file = await open(join(folder, name), flags);
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new FolderError({ reason: 'other', path: name });
      if (found.size > maxBytes) throw new FolderError({ reason: 'too-large', path: '' });
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (cause instanceof FolderError) throw cause;
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new FolderError(code === 'ELOOP' ? { reason: 'link', path: name } : { reason: 'not-read', path: name, code });
  }
}
