/** The file of an export while it is written. */
import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { AppError, fail } from '#contract/errors.ts';
import { isRunning } from '#system/is-running.ts';
import { ownerOnly } from '#system/private-file.ts';
import { assertWritable, displayPath } from '../storage/chosen-file';

export interface ExportFile {
  /** The path that the user sees; null for a file that only its run reads. */
  readonly path: string | null;
  /** Throws `file-not-writable`, also when the disk is full. */
  write(text: string): Promise<void>;
  /** Puts the whole file in its place. */
  finish(): Promise<void>;
  /** Removes what was written. Never rejects. */
  discard(): Promise<void>;
  /** Reads a finished file without a path. */
  read(position: number): Promise<{ text: string; next: number | null }>;
}

/** Bytes that are read at once. */
const readSize = 1024 * 1024;

/** Opens a private draft beside the chosen file, which takes its place once it is whole. `path` is that of the file itself, not of a link. */
export async function openChosenFile(path: string): Promise<ExportFile> {
  const [folder, start] = [dirname(path), `.${basename(path)}.`];
  const draft = join(folder, `${start}${ownMark()}-${randomBytes(6).toString('hex')}.tmp`);
  await orNotWritable(assertWritable(path));
  await removeLeftDrafts(folder, start);
  const file = await orNotWritable(open(draft, 'wx', ownerOnly));
  return {
    path: displayPath(path),
    write: (text) => orNotWritable(file.writeFile(text)),
    async finish() {
      await orNotWritable(file.sync());
      await orNotWritable(file.close());
      await orNotWritable(rename(draft, path));
    },
    async discard() {
      await file.close().catch(() => undefined);
      await rm(draft, { force: true }).catch(() => undefined);
    },
    read: async () => {
      throw fail('object-gone');
    },
  };
}

/** The computer, whose name stays in no file name, and the process: they show whether a draft is still being written. */
function ownMark(pid = process.pid): string {
  return `${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}-${pid}`;
}

/** Removes the drafts of a file that processes of this computer have left when they were killed. Never rejects. */
async function removeLeftDrafts(folder: string, start: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const pid = name.startsWith(start) ? /^[0-9a-f]{8}-(\d+)-[0-9a-f]{12}\.tmp$/.exec(name.slice(start.length))?.[1] : undefined;
    const isLeft = pid !== undefined && name.startsWith(`${start}${ownMark(Number(pid))}-`) && !isRunning(Number(pid));
    if (isLeft) await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}

/** Opens a file without a name, which is gone once it is closed, also if the process is killed. Its name in the folder exists for a moment only. */
export async function openUnnamedFile(folder: string): Promise<ExportFile> {
  const path = join(folder, `export-${randomBytes(6).toString('hex')}.tmp`);
  const file = await orNotWritable(open(path, 'wx+', ownerOnly));
  await orNotWritable(rm(path));
  return {
    path: null,
    write: (text) => orNotWritable(file.writeFile(text)),
    finish: async () => undefined,
    discard: () => file.close().catch(() => undefined),
    read: (position) => readText(file, position),
  };
}

/** Reads whole characters only, so that texts of several reads can be joined. */
async function readText(file: FileHandle, position: number): Promise<{ text: string; next: number | null }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(readSize), 0, readSize, position);
  const isEnd = bytesRead < readSize;
  let end = bytesRead;
  if (!isEnd) {
    let start = end - 1;
    while (start > 0 && !isFirstByte(buffer[start])) start -= 1;
    if ((buffer[start] ?? 0) > 0x7f) end = start;
  }
  return { text: buffer.toString('utf8', 0, end), next: isEnd ? null : position + end };
}

/** Whether a byte of a text in UTF-8 is the first one of its character. */
function isFirstByte(byte = 0): boolean {
  return (byte & 0xc0) !== 0x80;
}

async function orNotWritable<T>(task: Promise<T>): Promise<T> {
  return task.catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : fail('file-not-writable', {}, cause);
  });
}
