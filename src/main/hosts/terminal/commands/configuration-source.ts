/** What a configuration is taken from: a file, a folder, standard input, or a project. */
import type { Side } from '#contract/bridge/configuration.ts';
import { type Section, sections } from '#contract/configuration/entries.ts';
import { nearestOf } from '#contract/text/nearest-name.ts';
import { exitCodes, TerminalError } from '../exit-code';
import type { CommandRun } from './command-run';
import { isFolder, readFolder } from './configuration-folder';
import { readText } from './input-text';

/** Resolves to the source that a line names. Throws a `TerminalError` for a file that can't be read. */
export async function readSource({ args, options, opened }: CommandRun): Promise<Side> {
  const [file] = args;
  const from = options.text('from');
  if ((file === undefined) === (from === undefined)) throw new TerminalError('Name either a file or --from.', exitCodes.usage);
  if (from !== undefined) return { kind: 'project', connectionId: (await opened.connection(from)).id };
  const path = file ?? '';
  return { kind: 'file', text: path !== '-' && (await isFolder(path)) ? await readFolder(path) : await readText(path) };
}

export interface Wanted {
  readonly section: Section;
  /** Undefined for the whole section. */
  readonly key: string | undefined;
}

/** Returns the sections and entries that `--only` names. Throws a `TerminalError` with the nearest name for an unknown section. */
export function wantedEntries(texts: readonly string[]): readonly Wanted[] {
  return texts.map((text) => {
    const slash = text.indexOf('/');
    const name = slash === -1 ? text : text.slice(0, slash);
    const section = sections.find((known) => known === name);
    if (section !== undefined) return { section, key: slash === -1 ? undefined : text.slice(slash + 1) };
    const nearest = nearestOf(name, sections);
    const hint = nearest === undefined ? ` There are ${sections.join(', ')}.` : ` Did you mean “${nearest}”?`;
    throw new TerminalError(`There is no section “${name}”.${hint}`, exitCodes.usage);
  });
}
