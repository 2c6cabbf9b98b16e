/** The copy of a file that an import reads, made from a path. */
import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { importPartBytes, maxImportBytes } from '#contract/imports/source.ts';
import { TerminalError } from '../exit-code';
import type { Opened } from '../open-app';

/** Sends a file to a new import of users. Resolves to the import's ID, and to whether the file stayed as it was. Throws a `TerminalError`. */
export async function sendFile(
  { api }: Pick<Opened, 'api'>,
  connectionId: string,
  path: string,
): Promise<{ id: string; isUnchanged: boolean }> {
  const file = await readable(path, () => open(path, 'r'));
  try {
    const before = await file.stat();
    if (!before.isFile()) throw new TerminalError(`“${path}” isn’t a file.`);
    if (before.size > maxImportBytes) throw new TerminalError(`“${path}” is larger than 1 GB.`);
    const id = await api.imports.begin({ connectionId, kind: 'users', name: basename(path).slice(0, 255), size: before.size });
    try {
      return { id, isUnchanged: await isSent(file, before, (position, data) => api.imports.append({ id, position, data }), path) };
    } catch (thrown) {
      // What was copied is data of users.
      await api.imports.discard({ id });
      throw thrown;
    }
  } finally {
    await file.close();
  }
}

/** Sends a file part by part. Resolves to whether it stayed as it was. */
async function isSent(file: FileHandle, before: Stats, append: (position: number, data: string) => Promise<unknown>, path: string) {
  for (let position = 0; position < before.size; position += importPartBytes) {
    const part = await readable(path, () => readPart(file, position, Math.min(importPartBytes, before.size - position)));
    if (part === null) return false;
    await append(position, part.toString('base64'));
  }
  const after = await readable(path, () => file.stat());
  return after.size === before.size && after.mtimeMs === before.mtimeMs;
}

/** Resolves to null if the file has become shorter. */
async function readPart(file: FileHandle, position: number, length: number): Promise<Buffer | null> {
  const part = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(part, at, length - at, position + at);
    if (bytesRead === 0) return null;
    at += bytesRead;
  }
  return part;
}

async function readable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw new TerminalError(`Couldn’t read “${path}” (${(cause as NodeJS.ErrnoException).code}).`);
  }
}
