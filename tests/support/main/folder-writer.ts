/** A program that writes two configurations to a folder in turn, until it is killed. */
import { writeFolder } from '#main/configuration/folder-files.ts';

export interface FolderWriting {
  readonly folder: string;
  readonly texts: readonly [string, string];
}

process.once('message', (message) => void write(message as FolderWriting));

async function write({ folder, texts }: FolderWriting): Promise<never> {
  process.send?.('writing');
  for (let turn = 0; ; turn += 1) await writeFolder(folder, texts[turn % 2] ?? '', true);
}
