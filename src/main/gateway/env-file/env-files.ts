/** Saves secrets to environment files that the user chooses in a dialog of the host. Windows never pass a path. */
import type { EnvFile, EnvFileOutcome, EnvFileRequest } from '../../../contract/bridge/secrets';
import { fail } from '../../../contract/errors';
import type { Ports } from '../../ports';
import type { Caller } from '../../runtime/caller';
import { displayPath, resolveFile } from '../../storage/chosen-file';
import type { SecretReferences } from '../secret-references';
import { readEnvFile, replaceEnvFile } from './env-file-access';
import { gitIgnores } from './git-ignores';
import { assignedNames, mergeEnv } from './merge-env';

export interface EnvFilesDeps {
  /** Null when the host has no dialogs. */
  readonly chooseFile: Ports['chooseEnvFile'];
  readonly references: Pick<SecretReferences, 'read'>;
  /** Returns texts that can't be guessed. */
  readonly newId: () => string;
}

export interface EnvFiles {
  /** Lets the user choose a file; null if the user cancels. Throws `not-allowed`, `file-not-env` and `file-not-writable`. */
  choose(caller: Caller): Promise<EnvFile | null>;
  /**
   * Adds secrets to the file that the window chose last. Throws `secret-expired`, `file-not-env`, `file-not-writable`, and `file-busy` if other
   * programs keep changing it.
   */
  save(request: EnvFileRequest, caller: Caller): Promise<EnvFileOutcome>;
  forgetWindow(windowId: string): void;
}

interface Chosen {
  readonly id: string;
  readonly path: string;
}

/** Maximum number of times that a file is read and written when other programs change it in between. */
const maxTries = 5;

/** Creates the access to environment files. */
export function createEnvFiles({ chooseFile, references, newId }: EnvFilesDeps): EnvFiles {
  /** The file that each window chose last. */
  const chosen = new Map<string, Chosen>();
  return {
    async choose(caller) {
      if (chooseFile === null) throw fail('not-allowed');
      const path = await chooseFile(caller);
      if (path === null) return null;
      const target = await resolveFile(path);
      const isThere = (await readEnvFile(target)) !== null;
      const id = newId();
      chosen.set(caller.windowId, { id, path: target });
      return { id, path: displayPath(target), exists: isThere, ignoredByGit: await gitIgnores(target) };
    },
    async save({ fileId, entries, replace }, { windowId }) {
      const file = chosen.get(windowId);
      if (file?.id !== fileId) throw fail('secret-expired');
      for (let tries = 0; tries < maxTries; tries += 1) {
        const before = await readEnvFile(file.path);
        const assigned = assignedNames(
          before ?? '',
          entries.map(({ name }) => name),
        );
        if (assigned.length > 0 && !replace) return { outcome: 'already-assigned', names: assigned };
        const secrets = entries.map(({ name, ref }) => ({ name, value: references.read(ref, windowId) }));
        if (await replaceEnvFile(file.path, before, mergeEnv(before ?? '', secrets))) {
          return { outcome: 'saved', isPrivate: process.platform !== 'win32' };
        }
      }
      throw fail('file-busy');
    },
    forgetWindow: (windowId) => void chosen.delete(windowId),
  };
}
