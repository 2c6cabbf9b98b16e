/** Impersonation of users, and other sessions that a project creates for them. */
import { join } from 'node:path';
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import type { Callback } from '../callback/create-callback';
import type { Gateway } from '../gateway/create-gateway';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { RecordImpersonationEnd } from '../ports/write-recorder';
import type { Connections } from '../records/connections';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import type { Sessions } from '../session/sessions';
import type { PolicyService } from '../settings/policy';
import { watchFile } from '../storage/watch-file';
import { createCreatedSessions } from './created-sessions-file';
import { createImpersonationHandlers } from './impersonation-handlers';
import { createImpersonations, type Impersonations } from './impersonations';
import { createProcessLease } from './process-lease';
import { createRecordStore } from './record-store';
import { impersonationsFileName, recordsFile } from './records-file';

/** Milliseconds after which the lease of a killed process is certainly stale. */
const leaseStaleMillis = 12_000;

export interface ImpersonationDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder' | 'clipboard'>;
  readonly runtime: Pick<Runtime, 'topics' | 'notices' | 'newId' | 'onUnreadableFile' | 'pendingWrites' | 'onPush' | 'translator'>;
  readonly policy: Pick<PolicyService, 'assertPermitted' | 'isForbidden'>;
  readonly sender: Sender;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly gateway: Pick<Gateway, 'sendWrite' | 'checkChange' | 'checkPresence' | 'replaceSecrets' | 'copier'>;
  readonly callback: Pick<Callback, 'hostConfirmations'>;
  readonly impersonationEnded: RecordImpersonationEnd;
}

export interface Impersonation extends Pick<Impersonations, 'endAllOf'> {
  /** Reads the records and ends the impersonations of processes that have ended, in the background. */
  load(): Promise<void>;
  /** Ends the impersonations that this process started, within 3 s. */
  /** Returns the number of impersonations that this process started, and that go on. */
  running(): number;
  close(): Promise<void>;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'impersonations'>;
}

/** Creates the domain. Impersonations on a connection end before it points to another server or project. */
export function createImpersonation(deps: ImpersonationDeps): Impersonation {
  const { ports, runtime, policy, sender, connections, sessions, gateway, callback } = deps;
  const { clock, profileFolder } = ports;
  const { topics, newId, onUnreadableFile, pendingWrites, translator } = runtime;
  const store = createRecordStore(recordsFile(profileFolder, clock, onUnreadableFile), topics['impersonations.list']);
  const lease = createProcessLease(profileFolder, clock, newId());
  const service = createImpersonations({
    sender,
    sessions,
    connections,
    store,
    clock,
    newId,
    accounts: topics['accounts.list'],
    lease,
    sendWrite: gateway.sendWrite,
    impersonationEnded: deps.impersonationEnded,
    isForbidden: () => policy.isForbidden('impersonation'),
  });
  const stops: (() => void)[] = [];
  // The lease of a process that was killed just before this start isn't stale yet.
  const cleanLeases = async () => {
    if (await lease.clean()) stops.push(clock.after(leaseStaleMillis, () => void lease.clean()));
  };
  connections.onLeave((connectionId) => service.endAllOf(connectionId));
  return {
    endAllOf: service.endAllOf,
    running: service.running,
    async load() {
      await store.reload();
      const reload = () => void store.reload().then(service.check, () => undefined);
      stops.push(
        watchFile(join(profileFolder, impersonationsFileName), reload),
        runtime.onPush(({ name }) => {
          // The user would otherwise see the screens of another account without a reason.
          if (name === 'policy.state' && policy.isForbidden('impersonation') && service.running() > 0) {
            runtime.notices.add({ kind: 'impersonation-forbidden' });
          }
          if (name === 'accounts.list' || name === 'policy.state') void service.check();
        }),
      );
      void service.check();
      void cleanLeases();
    },
    async close() {
      for (const stop of stops) stop();
      await service.close();
    },
    handlers: {
      impersonations: createImpersonationHandlers({
        service,
        pendingWrites,
        sender,
        sessions,
        connections,
        gateway,
        hostConfirmations: callback.hostConfirmations,
        translator,
        clock,
        accounts: topics['accounts.list'],
        createdSessions: createCreatedSessions(profileFolder, clock, onUnreadableFile),
        newId,
        topic: topics['impersonations.list'],
        hasClipboard: ports.clipboard !== null,
        assertPermitted: policy.assertPermitted,
      }),
    },
  };
}
