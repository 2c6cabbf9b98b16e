/** Reads followed files and folders as they are now, within the limits of a document. Links are never followed. */
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { FolderProblem } from '#contract/bridge/configuration.ts';
import type { FileProblem } from '#contract/bridge/drift.ts';
import type { ConfigurationDocument } from '#contract/configuration/document.ts';
import { assertKind, FolderError, readFileText } from '../configuration/folder-checks';
import { readFolder } from '../configuration/folder-files';
import { readDocument } from '../configuration/read-document';

export interface FollowedPath {
  readonly path: string;
  readonly isFolder: boolean;
}

export type ReadFollowed =
  | { readonly ok: true; readonly document: ConfigurationDocument; readonly text: string }
  | { readonly ok: false; readonly problem: FileProblem };

/** Resolves to the document of a file or a folder, or to why there is none. Never rejects for what is wrong with it. */
export async function readFollowed({ path, isFolder }: FollowedPath): Promise<ReadFollowed> {
  const name = basename(path);
  try {
    const text = isFolder ? await readWhole(path) : await readText(path);
    const read = readDocument(Buffer.from(text));
    return read.ok ? { ok: true, document: read.document, text } : { ok: false, problem: { reason: 'faults', name, faults: read.faults } };
  } catch (thrown) {
    if (!(thrown instanceof FolderError)) throw thrown;
    return { ok: false, problem: problemOf(thrown.problem, name) };
  }
}

/** Resolves to the target of a chosen path, so that a link that is changed later has no effect. Resolves to the path itself if that can't be found. */
export async function placeOf(path: string): Promise<FollowedPath> {
  const place = await realpath(path).catch(() => path);
  const isFolder = await lstat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return { path: place, isFolder };
}

/** A folder that became a file, or a link, is no longer a folder. */
async function readWhole(folder: string): Promise<string> {
  await assertKind(dirname(folder), basename(folder), 'folder');
  return readFolder(folder);
}

async function readText(path: string): Promise<string> {
  await assertKind(dirname(path), basename(path), 'file');
  return readFileText(dirname(path), basename(path));
}

const reasons: Readonly<Partial<Record<FolderProblem['reason'], FileProblem['reason']>>> = {
  link: 'link',
  absent: 'missing',
  outside: 'outside',
  twice: 'twice',
  'too-large': 'too-large',
  'not-text': 'not-text',
  interrupted: 'interrupted',
  file: 'not-a-folder',
  folder: 'not-a-file',
  other: 'not-a-file',
};

const ofCode: Readonly<Record<string, FileProblem['reason']>> = { ENOENT: 'missing', EACCES: 'not-permitted', EPERM: 'not-permitted' };

function problemOf({ reason, path, code }: FolderProblem, name: string): FileProblem {
  const about = path === '' ? name : path;
  const known = reason === 'not-read' ? ofCode[code ?? ''] : reasons[reason];
  return known === undefined ? { reason: 'unreadable', name: about, code: code ?? reason } : { reason: known, name: about };
}
