/** Configuration as a folder: `project.yaml` and a file for each email template. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { maxDocumentLength } from '#contract/bridge/configuration.ts';
import { assertKind, FolderError, kindOf, readFileText } from './folder-checks';
import { folderProblem, joinDocument, namedFiles, projectFile, splitDocument, templatesFolder } from './folder-form';

/** Has new files until they are in their places. */
const draftsFolder = '.latchkey-writing';
/** Names all that is replaced and removed, and is there only while that happens: if it is left, the folder isn't whole. */
const draftsList = `${draftsFolder}/files.json`;

/** Resolves to whether a path is meant as a folder: one that is there, or that ends as one does. Throws a `FolderError`. */
export async function isFolder(path: string): Promise<boolean> {
  return /[/\\]$/.test(path) || (await kindOf(path, path, true)) === 'folder';
}

/** Resolves to the configuration of a folder as one text. Throws a `FolderError` with the file that keeps it from being read. */
export async function readFolder(folder: string): Promise<string> {
  if ((await kindOf(folder, draftsList)) !== 'absent') throw new FolderError({ reason: 'interrupted', path: draftsList });
  await assertKind(folder, projectFile, 'file');
  const text = await readFileText(folder, projectFile);
  const paths = namedFiles(text);
  if (paths.length > 0) await assertKind(folder, templatesFolder, 'folder');
  const sources = new Map<string, string>();
  for (const path of assertedNames(paths)) {
    await assertKind(folder, path, 'file');
    sources.set(path, await readFileText(folder, path, maxDocumentLength - sizeOf([text, ...sources.values()])));
  }
  return joined(text, sources);
}

/** Returns the configuration of files that a window read, by their paths in the folder. Throws a `FolderError` as `readFolder` does. */
export function joinFiles(files: ReadonlyMap<string, string>): string {
  if (files.has(draftsList)) throw new FolderError({ reason: 'interrupted', path: draftsList });
  const textOf = (path: string) => {
    const text = files.get(path);
    if (text === undefined) throw new FolderError({ reason: 'absent', path });
    return text;
  };
  const text = textOf(projectFile);
  return joined(text, new Map(assertedNames(namedFiles(text)).map((path) => [path, textOf(path)])));
}

function joined(text: string, sources: ReadonlyMap<string, string>): string {
  // Together they are one document.
  if (sizeOf([text, ...sources.values()]) > maxDocumentLength) throw new FolderError({ reason: 'too-large', path: '' });
  return joinDocument(text, (path) => sources.get(path) ?? '');
}

const sizeOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** Returns the paths, each of which is a separate file in the folder of templates, on every system. Throws a `FolderError`. */
function assertedNames(paths: readonly string[]): readonly string[] {
  const wrong = folderProblem(paths);
  if (wrong !== null) throw new FolderError(wrong);
  return paths;
}

/**
 * Writes a document as a folder. A new folder appears as a whole; in one that is there, each file is replaced as a whole once all of them are
 * written, `project.yaml` is the last, and a folder that a crash left in between isn't read. Throws a `FolderError`, and writes nothing, if files
 * would be lost and it isn't forced.
 */
export async function writeFolder(folder: string, text: string, isForced: boolean): Promise<void> {
  const { text: project, templates } = splitDocument(text);
  const path = resolve(folder);
  const stale = await staleFiles(path, templates, isForced);
  const files = [...templates, [projectFile, project] as const];
  try {
    if ((await kindOf(path, folder, true)) === 'absent') await writeNew(path, files);
    else await replaceFiles(path, files, stale);
  } catch (cause) {
    if (cause instanceof FolderError) throw cause;
    throw new FolderError({ reason: 'not-written', path: folder, code: String((cause as NodeJS.ErrnoException).code) });
  }
}

type Files = readonly (readonly [name: string, text: string])[];

async function writeAll(folder: string, files: Files): Promise<void> {
  await mkdir(join(folder, ...(files.length > 1 ? [templatesFolder] : [])), { recursive: true });
  for (const [name, text] of files) await writeFile(join(folder, name), text, { flag: 'wx' });
}

async function writeNew(path: string, files: Files): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await writeAll(draft, files);
    await rename(draft, path);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function replaceFiles(path: string, files: Files, stale: readonly string[]): Promise<void> {
  const drafts = join(path, draftsFolder);
  let isWhole = (await kindOf(path, draftsList)) !== 'file';
  // What another export left. One that is still running fails.
  if (isWhole) await rm(drafts, { recursive: true, force: true });
  else await removeDrafts(drafts);
  try {
    if (isWhole) await mkdir(drafts);
    await writeAll(drafts, files);
    if (files.length > 1) await mkdir(join(path, templatesFolder), { recursive: true });
    const list = join(path, draftsList);
    await writeFile(`${list}.new`, JSON.stringify([...files.map(([name]) => name), ...stale]), { flag: 'wx' });
    await rename(`${list}.new`, list);
    isWhole = false;
    // First, because names that differ in their case only are the same file on some systems.
    for (const name of stale) await rm(join(path, name), { force: true });
    for (const [name] of files) await rename(join(drafts, name), join(path, name));
    isWhole = true;
  } finally {
    if (isWhole) await rm(drafts, { recursive: true, force: true });
  }
}

/** Removes drafts of an interrupted export, but not its list: the folder isn't whole until other files are in their places. */
async function removeDrafts(drafts: string): Promise<void> {
  for (const name of await readdir(drafts)) {
    if (name !== basename(draftsList)) await rm(join(drafts, name), { recursive: true, force: true });
  }
}

/** Resolves to the files of templates that the project no longer has. Checks first that nothing is in the way. */
async function staleFiles(path: string, templates: ReadonlyMap<string, string>, isForced: boolean): Promise<readonly string[]> {
  const hasProject = (await assertKind(path, projectFile, 'file', true)) === 'file';
  const hasTemplates = (await assertKind(path, templatesFolder, 'folder', true)) === 'folder';
  const named = hasProject ? namedFiles(await readFileText(path, projectFile)) : [];
  if (hasProject && hasTemplates) assertedNames(named);
  // The user gave these up already.
  const givenUp = new Set(await interruptedFiles(path));
  const own = new Set([...named, ...givenUp]);
  if (!hasTemplates) return [];
  const replaced: string[] = [];
  for (const name of templates.keys()) {
    const kind = await assertKind(path, name, 'file', true);
    if (kind === 'file' && !own.has(name)) replaced.push(name);
  }
  const removed: string[] = [];
  for (const name of own) if (!templates.has(name) && (await assertKind(path, name, 'file', true)) === 'file') removed.push(name);
  const lost = removed.filter((name) => !givenUp.has(name));
  if (!isForced && replaced.length + lost.length > 0) throw new FolderError({ reason: 'in-the-way', path: '', replaced, removed: lost });
  return removed;
}

/** Resolves to the templates that an interrupted export was about to write or to remove: they aren't anyone else's. */
async function interruptedFiles(path: string): Promise<readonly string[]> {
  if ((await assertKind(path, draftsFolder, 'folder', true)) === 'absent') return [];
  if ((await kindOf(path, draftsList)) !== 'file') return [];
  try {
    const names: unknown = JSON.parse(await readFileText(path, draftsList));
    return assertedNames(Array.isArray(names) ? names.map(String).filter((each) => each !== projectFile) : []);
  } catch {
    // It isn't ours.
    return [];
  }
}
