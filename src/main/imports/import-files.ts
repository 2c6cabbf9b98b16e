/** The private files of imports: the copy of a file, and what a check found in it. */
import { randomBytes } from 'node:crypto';
import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LineStatus } from '#contract/imports/check.ts';
import { isRunning } from '#system/is-running.ts';
import { makePrivateFolder } from '#system/make-private-folder.ts';
import { removeFile } from '#system/remove-entry.ts';
import { createLineStore, type LineStore } from './checking/line-store';
import { createPagedFile, type PagedFile } from './reading/paged-file';

const folderOf = (profileFolder: string) => join(profileFolder, 'imports');

/** Creates the file for a copy. Rejects with the system's error. */
export async function createCopy(profileFolder: string): Promise<PagedFile> {
  return createPagedFile(newPath(profileFolder));
}

/** Creates the files for the lines of a check. Rejects with the system's error. */
export async function createLines(profileFolder: string): Promise<LineStore> {
  const path = newPath(profileFolder);
  return createLineStore((status: LineStatus) => `${path}.${status}`);
}

function newPath(profileFolder: string): string {
  makePrivateFolder(folderOf(profileFolder));
  return join(folderOf(profileFolder), `${process.pid}-${randomBytes(8).toString('hex')}`);
}

/** Deletes the files of processes that have ended. A file of this process's number is left too: it has created none yet. Never rejects. */
export async function removeLeftCopies(profileFolder: string): Promise<void> {
  const folder = folderOf(profileFolder);
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(/^(\d+)-[0-9a-f]+(\.\w+)?$/.exec(name)?.[1]);
    if (pid === process.pid || (pid > 0 && !isRunning(pid))) await removeFile(join(folder, name)).catch(() => undefined);
  }
  await rmdir(folder).catch(() => undefined);
}
