/** The files of a folder of configuration that the page may read: of one that was chosen, or dropped. */
import { maxDocumentLength } from '#contract/bridge/configuration.ts';

export interface FolderFile {
  /** In the folder. */
  readonly path: string;
  readonly file: Pick<File, 'size' | 'arrayBuffer'>;
}

/** What a folder may have for Latchkey: other files are never read. */
const isOurs = (path: string) => /^(?:project\.yaml|templates\/[^/]+|\.latchkey-writing\/[^/]+)$/.test(path);

/** Returns the files of a folder that was chosen, whose paths start with its name. */
export function chosenFiles(files: readonly Pick<File, 'size' | 'arrayBuffer' | 'webkitRelativePath'>[]): readonly FolderFile[] {
  return files.map((file) => ({ path: file.webkitRelativePath.split('/').slice(1).join('/'), file })).filter(({ path }) => isOurs(path));
}

/** Returns the name of a folder that was chosen. */
export const chosenName = (files: readonly Pick<File, 'webkitRelativePath'>[]): string => files[0]?.webkitRelativePath.split('/')[0] ?? '';

/** Resolves to the files of a folder that was dropped. Rejects if one of them can't be read. */
export async function droppedFiles(folder: FileSystemDirectoryEntry): Promise<readonly FolderFile[]> {
  const found: FolderFile[] = [];
  const take = async (entries: readonly FileSystemEntry[], before: string) => {
    for (const entry of entries) {
      const path = `${before}${entry.name}`;
      if (entry.isFile && isOurs(path)) found.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
      if (entry.isDirectory && before === '' && isOurs(`${path}/x`))
        await take(await entriesOf(entry as FileSystemDirectoryEntry), `${path}/`);
    }
  };
  await take(await entriesOf(folder), '');
  return found;
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A reader returns a part of the entries each time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return all;
    all.push(...part);
  }
}

type Texts =
  | { readonly files: readonly { readonly path: string; readonly text: string }[] }
  | { readonly reason: 'too-large' | 'not-text'; readonly path: string };

/** Resolves to the texts of files; to what keeps them from being read: more than 5 MB, and what isn't UTF-8. */
export async function textsOf(files: readonly FolderFile[]): Promise<Texts> {
  if (files.reduce((sum, { file }) => sum + file.size, 0) > maxDocumentLength) return { reason: 'too-large', path: '' };
  const texts: { path: string; text: string }[] = [];
  for (const { path, file } of files) {
    const bytes = await file.arrayBuffer();
    try {
      texts.push({ path, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) });
    } catch {
      return { reason: 'not-text', path };
    }
  }
  return { files: texts };
}
