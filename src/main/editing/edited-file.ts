/** A temporary file that another program edits, in a separate folder, where that program may also store its backups. */
import { readdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maxEditedLength } from '#contract/limits.ts';
import { isRunning } from '#system/is-running.ts';
import { makePrivateFolder } from '#system/make-private-folder.ts';
import { ownerOnly, readPrivateFile } from '#system/private-file.ts';
import { removeFolder } from '#system/remove-entry.ts';
import type { Clock } from '../ports/ports';
import { watchFile } from '../storage/watch-file';

/** Editors replace a file, or write it in several parts. */
const settleMillis = 150;

export interface EditedFile {
  readonly path: string;
  /** Resolves to the text; null for what is no text of at most 1 MB, and while an editor replaces the file. */
  read(): Promise<string | null>;
  /** Stops following the file, and deletes it with its folder. */
  remove(): Promise<void>;
}

export interface NewFile {
  readonly profileFolder: string;
  /** Distinguishes it from the others of the process: hexadecimal. */
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** Creates a file that only its owner can read. `onChange` runs after each change of its text. Rejects with the system's error. */
export async function createEditedFile(
  { profileFolder, id, name, text }: NewFile,
  clock: Pick<Clock, 'after'>,
  onChange: () => void,
): Promise<EditedFile> {
  const folder = join(editingFolder(profileFolder), `${process.pid}-${id}`);
  makePrivateFolder(folder);
  const path = join(folder, fileName(name));
  await writeFile(path, text, { flag: 'wx', mode: ownerOnly });
  let known: string | null = text;
  let cancel = () => {};
  let isRemoved = false;
  const read = async () => textOf(await readPrivateFile(path).catch(() => null));
  const check = async () => {
    const found = await read();
    if (isRemoved || found === known) return;
    known = found;
    onChange();
  };
  const stop = watchFile(path, () => {
    cancel();
    if (!isRemoved) cancel = clock.after(settleMillis, () => void check());
  });
  return {
    path,
    read,
    async remove() {
      isRemoved = true;
      stop();
      cancel();
      await removeFolder(folder);
    },
  };
}

/** Deletes the files of processes that have ended. A file of this process's number is left too: it has opened none yet. Never rejects. */
export async function removeLeftEdits(profileFolder: string): Promise<void> {
  const folder = editingFolder(profileFolder);
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(/^(\d+)-[0-9a-f]+$/.exec(name)?.[1]);
    if (pid === process.pid || (pid > 0 && !isRunning(pid))) await removeFolder(join(folder, name)).catch(() => undefined);
  }
  await rmdir(folder).catch(() => undefined);
}

function editingFolder(profileFolder: string): string {
  return join(profileFolder, 'editing');
}

/** Returns a name that every system accepts, and by which the user finds the file in an editor. */
function fileName(name: string): string {
  const known = name.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-');
  return `email-${known.replace(/^-+|-+$/g, '').slice(0, 40) || 'source'}.tsx`;
}

/** Returns null for what isn't UTF-8, and without the mark that some editors write first. */
function textOf(bytes: Buffer | null): string | null {
  if (bytes === null || bytes.length > maxEditedLength * 4) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.length > maxEditedLength || text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
