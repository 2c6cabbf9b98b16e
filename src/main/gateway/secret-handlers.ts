/** Handlers of the bridge's `secrets` calls. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { PresenceCall } from '#contract/bridge/safety.ts';
import type { EnvEntries } from '#contract/bridge/secrets.ts';
import type { Handlers } from '#contract/definitions.ts';
import { envLine } from '#contract/env-line.ts';
import type { SecretReference } from '#contract/service/models/secret.ts';
import type { Caller } from '../ports/caller';
import type { DestinationOf } from '../records/pinned-connection';
import type { AssertPermitted } from '../settings/policy';
import type { SecretCopier } from './copy-secret';
import type { EnvFiles } from './env-files';
import type { GuardedConnection, PresenceGuard } from './presence-guard';
import type { SecretReferences } from './secret-references';

export interface SecretHandlersDeps {
  readonly references: SecretReferences;
  readonly copier: SecretCopier;
  readonly envFiles: EnvFiles;
  readonly guard: Pick<PresenceGuard, 'check'>;
  readonly records: () => readonly GuardedConnection[];
  readonly destinationOf: DestinationOf;
  readonly assertPermitted: AssertPermitted;
}

/**
 * Creates the handlers. They throw `secret-expired` for an unknown reference or another window's, and those that reveal secrets also
 * `forbidden-by-policy` and what `PresenceGuard.check` throws.
 */
export function createSecretHandlers(deps: SecretHandlersDeps): Handlers<Bridge, Caller>['secrets'] {
  const { references, copier, envFiles, guard, records, destinationOf, assertPermitted } = deps;
  const assertRevealable = (name: PresenceCall, input: unknown, refs: readonly string[], windowId: string) => {
    assertPermitted('reveal');
    const ids = new Set(refs.map((ref) => references.connectionOf(ref, windowId)));
    guard.check({ name, input, connections: records().filter(({ id }) => ids.has(id)) }, windowId);
  };
  const refsOf = (entries: EnvEntries) => entries.map(({ ref }) => ref);
  return {
    async keep({ connectionId, text }, { windowId }) {
      const owner = { windowId, connectionId, destination: destinationOf(connectionId) };
      const { kept } = references.replaceSecrets<{ kept: unknown }>({ kept: text }, ['kept'], owner);
      return kept as SecretReference;
    },
    async copy({ ref }, caller) {
      const { windowId } = caller;
      assertRevealable('secrets.copy', { ref }, [ref], windowId);
      await copier.copy(references.read(ref, windowId), caller);
      return null;
    },
    async copyLines({ entries }, caller) {
      const { windowId } = caller;
      assertRevealable('secrets.copyLines', { entries }, refsOf(entries), windowId);
      await copier.copy(entries.map(({ name, ref }) => `${envLine(name, references.read(ref, windowId))}\n`).join(''), caller);
      return null;
    },
    async reveal({ ref }, caller) {
      assertRevealable('secrets.reveal', { ref }, [ref], caller.windowId);
      const text = await references.reveal(ref, caller);
      // Some are confirmed outside the page, while the policy may come.
      assertPermitted('reveal');
      return { text };
    },
    async hold({ ref }, { windowId }) {
      references.hold(ref, windowId);
      return null;
    },
    async release({ ref }, { windowId }) {
      references.release(ref, windowId);
      return null;
    },
    async chooseEnvFile(_input, caller) {
      assertPermitted('reveal');
      return { file: await envFiles.choose(caller) };
    },
    async saveToEnvFile(request, caller) {
      assertRevealable('secrets.saveToEnvFile', request, refsOf(request.entries), caller.windowId);
      return envFiles.save(request, caller);
    },
  };
}
