/** The command `latchkey` of the user: a script that runs the terminal host of the packaged app. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const commandName = 'latchkey';

/** Returns the user's own folder of programs. Distributions have it in PATH; on macOS, the user adds it. */
export function commandFolder(home: string): string {
  return join(home, '.local', 'bin');
}

/** What marks a script as one that may be replaced. */
const mark = '# Runs commands of Latchkey.';

/** Returns the script for a program. */
export function commandScript(program: string): string {
  return `#!/bin/sh\n${mark}\nexec '${program.replaceAll("'", "'\\''")}' --terminal "$@"\n`;
}

export type Installed =
  | { readonly outcome: 'installed' }
  /** Another file is there, which stays. */
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'failed'; readonly code: string };

/** Writes the script, also in place of an earlier one. Never rejects. */
export async function installCommand(folder: string, program: string): Promise<Installed> {
  const file = join(folder, commandName);
  const next = `${file}.new`;
  try {
    await mkdir(folder, { recursive: true });
    if (!(await isReplaceable(file))) return { outcome: 'taken' };
    await rm(next, { force: true });
    await writeFile(next, commandScript(program), { mode: 0o755, flag: 'wx' });
    await rename(next, file);
    return { outcome: 'installed' };
  } catch (cause) {
    return { outcome: 'failed', code: (cause as NodeJS.ErrnoException).code ?? 'unknown' };
  }
}

async function isReplaceable(file: string): Promise<boolean> {
  try {
    return (await readFile(file, 'utf8')).split('\n', 2)[1] === mark;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw cause;
  }
}
