/** Folders of configuration for windows: chosen in a dialog of the host, or read by the page. */
import { basename } from 'node:path';
import type { FolderProblem } from '#contract/bridge/configuration.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { PolicyService } from '../settings/policy';
import { FolderError } from './folder-checks';
import { joinFiles, readFolder, writeFolder } from './folder-files';

type ConfigurationHandlers = Handlers<Bridge, Caller>['configuration'];

/** Creates the handlers. A folder is chosen before the project is read, so that nothing is read for one that is cancelled. */
export function createFolderHandlers(
  { chooseFolder }: Pick<Ports, 'chooseFolder'>,
  policy: Pick<PolicyService, 'assertPermitted'>,
  exported: ConfigurationHandlers['export'],
): Pick<ConfigurationHandlers, 'openFolder' | 'joinFiles' | 'exportFolder'> {
  return {
    async openFolder(_input, caller) {
      if (chooseFolder === null) return { state: 'no-dialog' };
      const folder = await chooseFolder(caller, 'read');
      if (folder === null) return { state: 'cancelled' };
      return withProblem(async () => ({ state: 'opened', name: basename(folder), text: await readFolder(folder) }));
    },
    joinFiles: ({ files }) =>
      withProblem(async () => ({ state: 'opened', name: '', text: joinFiles(new Map(files.map(({ path, text }) => [path, text]))) })),
    async exportFolder(input, caller) {
      policy.assertPermitted('export');
      if (chooseFolder === null) return { state: 'no-dialog' };
      const folder = await chooseFolder(caller, 'write');
      if (folder === null) return { state: 'cancelled' };
      const read = await exported(input, caller);
      if (read.state !== 'exported') return read;
      return withProblem(async () => {
        await writeFolder(folder, read.text, false);
        return { state: 'saved', name: basename(folder) };
      });
    },
  };
}

async function withProblem<T>(run: () => Promise<T>): Promise<T | { readonly state: 'problem'; readonly problem: FolderProblem }> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof FolderError)) throw thrown;
    // The user chose the folder. Windows know it by its name.
    const { reason, path } = thrown.problem;
    return { state: 'problem', problem: reason === 'not-written' ? { ...thrown.problem, path: basename(path) } : thrown.problem };
  }
}
