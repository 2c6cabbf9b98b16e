/** Handlers of the bridge's `secrets` calls. */
import type { Bridge } from '../../contract/bridge/index';
import { envLine } from '../../contract/env-line';
import type { Handlers } from '../../contract/kit';
import type { SecretReference } from '../../contract/service/models/secret';
import type { Caller } from '../runtime/caller';
import type { SecretCopier } from './copy-secret';
import type { EnvFiles } from './env-file/env-files';
import type { SecretReferences } from './secret-references';

/** Creates the handlers. They throw `secret-expired` for an unknown reference or another window's. */
export function createSecretHandlers(
  references: SecretReferences,
  copier: SecretCopier,
  envFiles: EnvFiles,
): Handlers<Bridge, Caller>['secrets'] {
  return {
    async keep({ connectionId, text }, { windowId }) {
      const { kept } = references.withhold<{ kept: unknown }>({ kept: text }, ['kept'], { windowId, connectionId });
      return kept as SecretReference;
    },
    async copy({ ref }, { windowId }) {
      await copier.copy(references.read(ref, windowId));
      return null;
    },
    async copyLines({ entries }, { windowId }) {
      await copier.copy(entries.map(({ name, ref }) => `${envLine(name, references.read(ref, windowId))}\n`).join(''));
      return null;
    },
    reveal: async ({ ref }, { windowId }) => ({ text: references.read(ref, windowId) }),
    async hold({ ref }, { windowId }) {
      references.hold(ref, windowId);
      return null;
    },
    async release({ ref }, { windowId }) {
      references.release(ref, windowId);
      return null;
    },
    chooseEnvFile: async (_input, caller) => ({ file: await envFiles.choose(caller) }),
    saveToEnvFile: (request, caller) => envFiles.save(request, caller),
  };
}
