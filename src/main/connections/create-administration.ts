/** Administration of connections, which requires sessions and sign-in: their changes, their test, their owners, and the sandbox. */
import type { Account } from '../../contract/bridge/accounts';
import type { Bridge } from '../../contract/bridge/index';
import type { Handlers } from '../../contract/kit';
import { catalogue } from '../../contract/service/index';
import type { Callback } from '../callback/create-callback';
import type { Gateway } from '../gateway/create-gateway';
import type { Ports } from '../ports';
import type { Releases } from '../remote/releases/releases';
import type { Sender } from '../remote/send';
import type { Caller } from '../runtime/caller';
import type { Runtime } from '../runtime/create-runtime';
import { shareInFlight } from '../runtime/pending';
import type { SandboxProcess } from '../sandbox/sandbox-process';
import type { Sessions } from '../session/sessions';
import type { ViewState } from '../settings/view-state';
import { createTaskQueue } from '../storage/task-queue';
import { createAdoptOwners } from './adopt-owners';
import { createConnectionHandlers, deleteConnectionData } from './connection-handlers';
import { openInternalSandbox, openSandbox } from './open-sandbox';
import type { Connections } from './records/connections';
import { createOpenedFiles } from './transfer/opened-files';
import { createSealedHandlers } from './transfer/sealed-handlers';

export interface AdministrationDeps {
  readonly ports: Pick<Ports, 'clock' | 'transport' | 'random' | 'chooseExportFile'>;
  readonly runtime: Pick<Runtime, 'topics' | 'pendingWrites' | 'newId' | 'translator'>;
  readonly viewState: ViewState;
  readonly sandbox: SandboxProcess;
  readonly sender: Sender;
  readonly releases: Releases;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly callback: Pick<Callback, 'hostConfirmations'>;
  readonly gateway: Pick<Gateway, 'readSecret' | 'checkPresence' | 'assertPresenceMeans'>;
  /** Runs before a connection and its keys are removed. Never rejects. */
  readonly beforeRemoval: (connectionId: string) => Promise<void>;
}

export interface Administration {
  /** Assigns connections without an owner to accounts that own their projects. */
  readonly adoptOwners: () => Promise<void>;
  /** Deletes the accounts and view state of a connection that was removed. */
  deleteConnectionData(connectionId: string): Promise<void>;
  /** Opens the sandbox as the bridge's call does. */
  openSandbox(): Promise<unknown>;
  /** Deletes what a closed window opened. */
  forgetWindow(windowId: string): void;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'connections' | 'sealedConnections' | 'sandbox'>;
}

/** Creates the domain. */
export function createAdministration(deps: AdministrationDeps): Administration {
  const { ports, runtime, viewState, sandbox, sender, releases, connections, sessions, callback, gateway, beforeRemoval } = deps;
  const { topics, pendingWrites, newId, translator } = runtime;
  const { accounts } = topics;
  const { clock, transport } = ports;
  const data = { connections, sessions, viewState };
  const inTurn = createTaskQueue();
  const openedFiles = createOpenedFiles({ connections, clock, newId, inTurn });
  const opening = { sandbox, connections, accounts, sender, sessions, pendingWrites };
  const open = shareInFlight(() => openSandbox(opening));
  return {
    openSandbox: open,
    adoptOwners: createAdoptOwners({
      connections,
      // Impersonating a project's owner doesn't make the connections theirs.
      accounts: () => accounts.get().value.filter(({ impersonationId }) => impersonationId === undefined),
      tokenSetOf: sessions.tokenSetOf,
      projectsOf: (account) => readOwnProjects(account, sender, sessions),
    }),
    deleteConnectionData: (connectionId) => deleteConnectionData(connectionId, data),
    forgetWindow: openedFiles.forgetWindow,
    handlers: {
      sealedConnections: createSealedHandlers({
        connections,
        hostConfirmations: callback.hostConfirmations,
        translator,
        gateway,
        ports,
        inTurn,
        openedFiles,
        pendingWrites,
      }),
      connections: createConnectionHandlers({
        ...data,
        topics,
        sandbox,
        releases,
        pendingWrites,
        gateway,
        beforeRemoval,
        testing: { transport, sender, clock },
      }),
      sandbox: {
        read: async () => topics.sandbox.get(),
        open,
        openInternal: shareInFlight(() => openInternalSandbox(opening)),
        async restart() {
          await sandbox.start();
          return null;
        },
      },
    },
  };
}

async function readOwnProjects({ id, connectionId }: Account, sender: Sender, sessions: Sessions): Promise<string[]> {
  const session = sessions.source(id, connectionId);
  const target = await sessions.target(connectionId);
  const { items } = await sender.send(catalogue.projects.list, 'account', target, {}, { session, once: true });
  return items.map((project) => project.id);
}
