/** Connects windows to the service: safety levels, secret references, slow calls, and the calls themselves. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { fail } from '#contract/errors.ts';
import type { Lock } from '../lock/lock';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { Connections } from '../records/connections';
import type { Diagnose } from '../remote/create-remote';
import type { Releases } from '../remote/releases/releases';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import type { Sessions } from '../session/sessions';
import type { PolicyService } from '../settings/policy';
import { createConfirmations } from './confirmations';
import { createSecretCopier, type SecretCopier } from './copy-secret';
import { createEnvFiles } from './env-files';
import { createSnapshotKeeper, type KeepSnapshot } from './keep-snapshot';
import { createPresence } from './presence';
import { createPresenceGuard, type PresentCall } from './presence-guard';
import { type AssertWritable, assertWritable, createSafety, type Requirements, type Safety } from './safety';
import { createSecretHandlers } from './secret-handlers';
import { createSecretReferences, type SecretReferences } from './secret-references';
import { createSendWrite, type SendWrite } from './send-write';
import { type CallService, createServiceCalls } from './service-calls';
import { createReachability, createSlowCalls, type SlowCalls } from './slow-calls';

export interface GatewayDeps {
  readonly ports: Pick<Ports, 'host' | 'clock' | 'transport' | 'clipboard' | 'chooseEnvFile' | 'presence' | 'minimizeWindow'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'pushWrite'>;
  readonly lock: Pick<Lock, 'verify'>;
  readonly policy: Pick<PolicyService, 'assertPermitted' | 'isRequired'>;
  readonly sender: Sender;
  readonly diagnose: Diagnose;
  readonly releases: Releases;
  readonly connections: Connections;
  readonly sessions: Sessions;
}

export interface AllowedChange {
  (): void;
  readonly note?: string | undefined;
}

export interface Gateway {
  readonly callService: CallService;
  readonly copier: SecretCopier;
  /** Keeps snapshots of what calls delete from now on. */
  keepSnapshotsBy(keep: KeepSnapshot): void;
  /** For deletions that aren't made by `callService`. */
  readonly keepSnapshot: KeepSnapshot;
  /** For changes that aren't made by `callService`. */
  readonly assertWritable: AssertWritable;
  readonly sendWrite: SendWrite;
  /**
   * Enforces the connection's requirements on a change that a handler makes. Throws like a call by the window: the window repeats its own call
   * with the same input once the user has confirmed. The returned function runs right before each request of the change, and throws if the
   * connection requires more by then. It has the note for the journal, if the user had to write one.
   */
  readonly checkChange: (call: ServiceCall, caller: Caller) => AllowedChange;
  /** Throws as the function of `checkChange` does, for a change that an earlier process has checked. `passed` is what was required then. */
  readonly assertStillAllowed: (call: ServiceCall, passed: Requirements) => void;
  /** Requires presence for a call of the bridge whose connections check it. Throws like `checkChange`. */
  readonly checkPresence: (call: PresentCall, caller: Caller) => void;
  /** Throws `presence-unavailable` if the user can't prove presence now. */
  readonly assertPresenceMeans: () => void;
  readonly replaceSecrets: SecretReferences['replaceSecrets'];
  readonly readSecret: SecretReferences['readOf'];
  /** Clears a copied secret, and requires presence again. */
  lock(): void;
  /** Deletes the secret references, chosen files, confirmations, and proofs of presence of a closed window. */
  forgetWindow(windowId: string): void;
  /** Deletes the secret references of connections that aren't among these. */
  keepConnections(connectionIds: readonly string[]): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'safety' | 'secrets' | 'diagnostics'>;
}

export function createGateway(deps: GatewayDeps): Gateway {
  const { ports, runtime, lock, policy, diagnose, connections } = deps;
  const { clock, transport } = ports;
  const { topics, newId } = runtime;
  const settings = () => topics['settings.state'].get().value;
  const presence = createPresence({ check: ports.presence, lock, lockState: topics['lock.state'] });
  const confirmations = createConfirmations(clock, newId, presence);
  const guard = createPresenceGuard(clock, confirmations, presence);
  const isNoteRequired = () => policy.isRequired('production-note');
  const safety = createSafety({ confirmations, presence, isReadOnly: () => settings().readOnly, isNoteRequired });
  const secretReferences = createSecretReferences(clock, newId);
  const slowCalls = createSlowCalls(topics['diagnostics.slowCalls'], clock, newId);
  const copier = createSecretCopier({
    clipboard: ports.clipboard,
    clock,
    seconds: () => settings().clipboardSeconds,
    isLocked: () => topics['lock.state'].get().value.locked,
    minimize: () => (settings().minimizeOnCopy ? ports.minimizeWindow : null),
  });
  const envFiles = createEnvFiles({ chooseFile: ports.chooseEnvFile, references: secretReferences, newId });
  const isReachable = createReachability({ transport, clock, target: connections.target });
  const { keepSnapshot, keepSnapshotsBy } = createSnapshotKeeper();
  return {
    callService: createServiceCalls({ ...deps, keepSnapshot, safety, secretReferences, slowCalls, onWrite: runtime.pushWrite }),
    copier,
    keepSnapshotsBy,
    keepSnapshot,
    sendWrite: createSendWrite(runtime.pushWrite),
    checkChange: createCheckChange(safety, connections),
    assertStillAllowed: (call, passed) => safety.assertStillAllowed(call, passed, connections.find(call.connectionId)),
    checkPresence: (call, { windowId }) => guard.check(call, windowId),
    assertPresenceMeans: () => void presence.means(),
    replaceSecrets: secretReferences.replaceSecrets,
    readSecret: secretReferences.readOf,
    assertWritable(connectionId) {
      const connection = connections.find(connectionId);
      if (settings().readOnly) throw fail('app-read-only');
      assertWritable(connection);
    },
    lock() {
      void copier.close();
      confirmations.forgetProofs();
      guard.forgetAll();
    },
    forgetWindow(windowId) {
      secretReferences.forgetWindow(windowId);
      envFiles.forgetWindow(windowId);
      confirmations.forgetWindow(windowId);
      guard.forgetWindow(windowId);
    },
    keepConnections: secretReferences.keepConnections,
    handlers: {
      safety: { confirm: ({ id, ...input }, { windowId }) => confirmations.confirm(id, input, windowId) },
      secrets: createSecretHandlers({
        references: secretReferences,
        copier,
        envFiles,
        guard,
        records: connections.records,
        destinationOf: connections.destinationOf,
        assertPermitted: policy.assertPermitted,
      }),
      diagnostics: {
        cancel: async ({ id }) => cancelCall(slowCalls, id),
        run: async ({ connectionId }) => diagnose((await connections.target(connectionId)).baseUrl),
        reach: async ({ connectionId }) => ({ responds: await isReachable(connectionId) }),
      },
    },
  };
}

function createCheckChange(safety: Safety, connections: Pick<Connections, 'find'>): Gateway['checkChange'] {
  return (call, { windowId }) => {
    const passed = connections.find(call.connectionId);
    const note = safety.check(call, passed, windowId);
    const assertAllowed = () => safety.assertStillAllowed(call, passed, connections.find(call.connectionId));
    return Object.assign(assertAllowed, { note });
  };
}

function cancelCall(slowCalls: SlowCalls, id: string): null {
  slowCalls.cancel(id);
  return null;
}
