/** Reads followed files and folders as they are now, within the limits of a document. Links are never followed. */
import { constants } from 'node:fs';
import { lstat, open, readFile, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FileProblem } from '#contract/bridge/drift.ts';
import type { ConfigurationDocument } from '#contract/configuration/document.ts';
import { folderProblem, joinDocument, namedFiles, projectFile, templatesFolder } from '../configuration/folder-form';
import { maxDocumentBytes, readDocument } from '../configuration/read-document';

export interface FollowedPath {
  readonly path: string;
  readonly isFolder: boolean;
}

export type ReadFollowed =
  | { readonly ok: true; readonly document: ConfigurationDocument; readonly text: string }
  | { readonly ok: false; readonly problem: FileProblem };

class Unreadable extends Error {
  constructor(readonly problem: FileProblem) {
    super(problem.reason);
  }
}

const unreadable = (reason: FileProblem['reason'], name: string) => new Unreadable({ reason, name });

/** Resolves to the document of a file or a folder, or to why there is none. Never rejects for what is wrong with it. */
export async function readFollowed({ path, isFolder }: FollowedPath): Promise<ReadFollowed> {
  const name = basename(path);
  try {
    const text = isFolder ? await readFolder(path) : await readText(path, name);
    const read = readDocument(Buffer.from(text));
    return read.ok ? { ok: true, document: read.document, text } : { ok: false, problem: { reason: 'faults', name, faults: read.faults } };
  } catch (thrown) {
    return { ok: false, problem: problemOf(thrown, name) };
  }
}

/** Resolves to where a chosen path leads, so that a link that is changed later leads nowhere else. Resolves to the path itself if that can't be found. */
export async function placeOf(path: string): Promise<FollowedPath> {
  const place = await realpath(path).catch(() => path);
  const isFolder = await lstat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return { path: place, isFolder };
}

async function readFolder(folder: string): Promise<string> {
  await assertFolder(folder, basename(folder));
  const text = await readText(join(folder, projectFile), projectFile);
  const paths = namedFiles(text);
  const wrong = folderProblem(paths);
  if (wrong !== null) throw unreadable(wrong.reason, wrong.path);
  if (paths.length > 0) await assertFolder(join(folder, templatesFolder), templatesFolder);
  let size = Buffer.byteLength(text);
  const sources = new Map<string, string>();
  for (const path of paths) {
    const source = await readText(join(folder, path), path);
    size += Buffer.byteLength(source);
    if (size > maxDocumentBytes) throw unreadable('too-large', basename(folder));
    sources.set(path, source);
  }
  return joinDocument(text, (path) => sources.get(path) ?? '');
}

async function assertFolder(path: string, name: string): Promise<void> {
  const found = await lstat(path).catch((cause: unknown) => {
    throw new Unreadable(problemOf(cause, name));
  });
  if (found.isSymbolicLink()) throw unreadable('link', name);
  if (!found.isDirectory()) throw unreadable('not-a-folder', name);
}

/** Windows has none of these flags. Without waiting, because a pipe might never be written to. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function readText(path: string, name: string): Promise<string> {
  try {
    if ((await lstat(path)).isSymbolicLink()) throw unreadable('link', name);
    const file = await open(path, flags);
    try {
      const found = await file.stat();
      if (!found.isFile()) throw unreadable('not-a-file', name);
      if (found.size > maxDocumentBytes) throw unreadable('too-large', name);
      return decoded(await readFile(file), name);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new Unreadable(problemOf(cause, name));
  }
}

function decoded(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unreadable('not-text', name);
  }
}

const reasons: Readonly<Record<string, FileProblem['reason']>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EACCES: 'not-permitted',
  EPERM: 'not-permitted',
  ELOOP: 'link',
  EISDIR: 'not-a-file',
};

function problemOf(thrown: unknown, name: string): FileProblem {
  if (thrown instanceof Unreadable) return thrown.problem;
  const { code } = thrown as NodeJS.ErrnoException;
  if (typeof code !== 'string') throw thrown;
  const reason = reasons[code];
  return reason === undefined ? { reason: 'unreadable', name, code } : { reason, name };
}
