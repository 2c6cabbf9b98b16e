/** Configuration as a folder: `project.yaml` and a file for each email template. */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { maxDocumentLength } from '#contract/bridge/configuration.ts';
import { folderProblem, joinDocument, namedFiles, projectFile, splitDocument, templatesFolder } from '../../../configuration/folder-form';
import { TerminalError } from '../exit-code';
import { readText } from './input-text';

/** Resolves to whether a path is meant as a folder: one that is there, or that ends as one does. */
export async function isFolder(path: string): Promise<boolean> {
  return /[/\\]$/.test(path) || (await kindOf(path, true)) === 'folder';
}

/** Resolves to the configuration of a folder as one text. Throws a `TerminalError` that names the file that keeps it from being read. */
export async function readFolder(folder: string): Promise<string> {
  await assertKind(folder, projectFile, 'file');
  const text = await readText(join(folder, projectFile));
  const paths = namedFiles(text);
  if (paths.length > 0) await assertKind(folder, templatesFolder, 'folder');
  assertNames(paths);
  let size = Buffer.byteLength(text);
  const sources = new Map<string, string>();
  for (const path of paths) {
    await assertKind(folder, path, 'file');
    const source = await readText(join(folder, path));
    size += Buffer.byteLength(source);
    // Together they are sent as one text.
    if (size > maxDocumentLength) throw new TerminalError(`The files of “${folder}” are larger than 5 MB.`);
    sources.set(path, source);
  }
  return joinDocument(text, (path) => sources.get(path) ?? '');
}

function assertNames(paths: readonly string[]): void {
  const wrong = folderProblem(paths);
  if (wrong?.reason === 'outside')
    throw new TerminalError(`${projectFile} names “${wrong.path}”. Name a file in “${templatesFolder}”, such as “templates/welcome.tsx”.`);
  if (wrong !== null) throw new TerminalError(`${projectFile} names “${wrong.path}” twice. Give each template its own file.`);
}

type Kind = 'file' | 'folder' | 'link' | 'other' | 'missing';

async function kindOf(path: string, follows = false): Promise<Kind> {
  try {
    // A slash at the end would follow a link.
    const found = await lstat(follows ? join(path, '.') : path);
    if (found.isSymbolicLink()) return 'link';
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'missing';
    if (code === 'ENOTDIR') return follows ? 'file' : 'missing';
    throw new TerminalError(`Couldn’t read “${path}” (${code}).`);
  }
}

const refusals = {
  link: 'is a symbolic link. Replace it with what it points to.',
  other: 'is neither a file nor a folder. Remove it.',
  missing: 'is missing. Restore it, or export the project again.',
  file: 'is a file. A folder of templates is expected there.',
  folder: 'is a folder. A file is expected there.',
} as const;

async function assertKind(folder: string, name: string, wanted: 'file' | 'folder', mayBeMissing = false): Promise<Kind> {
  const kind = await kindOf(join(folder, name));
  if (kind === wanted || (mayBeMissing && kind === 'missing')) return kind;
  throw new TerminalError(`“${join(folder, name)}” ${refusals[kind]}`);
}

/**
 * Writes a document as a folder. A new folder appears as a whole; in one that is there, each file is replaced as a whole, and `project.yaml` is the
 * last. Throws a `TerminalError`, and writes nothing, if files would be lost that weren't given up with `--force`.
 */
export async function writeFolder(folder: string, text: string, isForced: boolean): Promise<void> {
  const { text: project, templates } = splitDocument(text);
  const path = resolve(folder);
  const stale = await staleFiles(path, templates, isForced);
  try {
    if ((await kindOf(path, true)) === 'missing') return await writeNew(path, project, templates);
    if (templates.size > 0) await mkdir(join(path, templatesFolder), { recursive: true });
    for (const [name, source] of templates) await replaceFile(join(path, name), source);
    await replaceFile(join(path, projectFile), project);
    for (const name of stale) await rm(join(path, name));
  } catch (cause) {
    if (cause instanceof TerminalError) throw cause;
    throw new TerminalError(`Couldn’t write “${folder}” (${(cause as NodeJS.ErrnoException).code}).`);
  }
}

async function writeNew(path: string, project: string, templates: ReadonlyMap<string, string>): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await mkdir(join(draft, ...(templates.size > 0 ? [templatesFolder] : [])), { recursive: true });
    for (const [name, source] of templates) await writeFile(join(draft, name), source, { flag: 'wx' });
    await writeFile(join(draft, projectFile), project, { flag: 'wx' });
    await rename(draft, path);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Resolves to the files of templates that the project doesn't have any more. Checks first that nothing is in the way. */
async function staleFiles(path: string, templates: ReadonlyMap<string, string>, isForced: boolean): Promise<readonly string[]> {
  const hasProject = (await assertKind(path, projectFile, 'file', true)) === 'file';
  const hasTemplates = (await assertKind(path, templatesFolder, 'folder', true)) === 'folder';
  const named = hasProject ? namedFiles(await readText(join(path, projectFile))) : [];
  if (hasProject && hasTemplates) assertNames(named);
  if (!hasTemplates) return [];
  const foreign: string[] = [];
  for (const name of templates.keys()) {
    const kind = await assertKind(path, name, 'file', true);
    if (kind === 'file' && !named.includes(name)) foreign.push(name);
  }
  const gone: string[] = [];
  for (const name of named) if (!templates.has(name) && (await assertKind(path, name, 'file', true)) === 'file') gone.push(name);
  if (isForced || foreign.length + gone.length === 0) return gone;
  const lines = [
    ...foreign.map((name) => `  “${name}” would be replaced; ${projectFile} doesn’t name it.`),
    ...gone.map((name) => `  “${name}” would be removed; the project doesn’t have its template any more.`),
  ];
  throw new TerminalError(['Nothing was written. Move these files, or use --force.', ...lines].join('\n'));
}
