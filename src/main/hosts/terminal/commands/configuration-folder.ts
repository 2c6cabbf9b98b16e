/** Folders of configuration, with sentences for what keeps them from being read and written. */
import { join } from 'node:path';
import type { FolderProblem } from '#contract/bridge/configuration.ts';
import { createTranslator } from '#messages/translator.ts';
import { FolderError } from '../../../configuration/folder-checks';
import * as files from '../../../configuration/folder-files';
import { TerminalError } from '../exit-code';

const { t } = createTranslator('en');

/** Resolves to whether a path is meant as a folder. Throws a `TerminalError`. */
export const isFolder = (path: string): Promise<boolean> => said(path, () => files.isFolder(path));

/** Resolves to the configuration of a folder as one text. Throws a `TerminalError` that names the file that keeps it from being read. */
export const readFolder = (folder: string): Promise<string> => said(folder, () => files.readFolder(folder));

/** Writes a document as a folder. Throws a `TerminalError`, and writes nothing, if files would be lost that weren't given up with `--force`. */
export const writeFolder = (folder: string, text: string, isForced: boolean): Promise<void> =>
  said(folder, () => files.writeFolder(folder, text, isForced));

async function said<T>(folder: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof FolderError)) throw thrown;
    throw new TerminalError(problemText(folder, thrown.problem));
  }
}

function problemText(folder: string, { reason, path, code = '', replaced = [], removed = [] }: FolderProblem): string {
  if (reason === 'in-the-way') {
    const lines = [
      ...replaced.map((name) => t('compare.folder.replaced', { path: name })),
      ...removed.map((name) => t('compare.folder.removed', { path: name })),
    ];
    return ['Nothing was written. Move these files, or use --force.', ...lines.map((line) => `  ${line}`)].join('\n');
  }
  // What the document names stays as it is there.
  const isNamed = reason === 'outside' || reason === 'twice';
  const isWhole = path === '' || path === folder;
  return t(`compare.folder.${reason}`, { path: isNamed ? path : isWhole ? folder : join(folder, path), code });
}
