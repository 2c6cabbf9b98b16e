/** Administration of connections, which requires sessions and sign-in: their changes, their test, their owners, and the sandbox. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import { AppError } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { SandboxReady } from '#contract/workers/sandbox.ts';
import type { Callback } from '../callback/create-callback';
import type { Gateway } from '../gateway/create-gateway';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import { internalSandboxConnectionId, sandboxConnectionId } from '../records/connection-additions';
import type { Connections } from '../records/connections';
import { pinConnection } from '../records/pinned-connection';
import type { SavedViews } from '../records/saved-views';
import type { Releases } from '../remote/releases/releases';
import type { Sender } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import { type PendingWrites, shareInFlight } from '../runtime/pending';
import type { SandboxProcess } from '../runtime/sandbox-process';
import type { Topic } from '../runtime/topics';
import type { Sessions } from '../session/sessions';
import type { PolicyService } from '../settings/policy';
import type { ViewState } from '../settings/view-state';
import { type FinishDeps, finishSignIn, requestSession } from '../sign-in/finish';
import { createTaskQueue } from '../storage/task-queue';
import { createAdoptOwners } from './adopt-owners';
import { type ConnectionEntries, createConnectionHandlers, deleteConnectionData } from './connection-handlers';
import { createOpenedFiles, type OpenedFiles } from './transfer/opened-files';
import { exportSealed, type SealedExportDeps } from './transfer/sealed-export';
import { parseSealed } from './transfer/sealed-list';

export interface AdministrationDeps {
  readonly ports: Pick<Ports, 'clock' | 'transport' | 'random' | 'chooseExportFile'>;
  readonly runtime: Pick<Runtime, 'topics' | 'pendingWrites' | 'newId' | 'translator'>;
  readonly viewState: ViewState;
  readonly savedViews: Pick<SavedViews, 'forget'>;
  readonly policy: Pick<PolicyService, 'assertPermitted'>;
  readonly sandbox: SandboxProcess;
  readonly sender: Sender;
  readonly releases: Releases;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly callback: Pick<Callback, 'hostConfirmations'>;
  readonly gateway: Pick<Gateway, 'readSecret' | 'checkPresence' | 'assertPresenceMeans'>;
  /** Runs before a connection and its keys are removed. Never rejects. */
  readonly beforeRemoval: (connectionId: string) => Promise<void>;
  /** Erases what the journal's entries say of a connection. */
  readonly eraseEntries: (of: ConnectionEntries) => Promise<void>;
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
  const {
    ports,
    runtime,
    viewState,
    savedViews,
    policy,
    sandbox,
    sender,
    releases,
    connections,
    sessions,
    callback,
    gateway,
    beforeRemoval,
    eraseEntries,
  } = deps;
  const { topics, pendingWrites, newId, translator } = runtime;
  const accounts = topics['accounts.list'];
  const { clock, transport } = ports;
  const data = { connections, sessions, viewState, savedViews };
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
        assertPermitted: () => assertExportable(policy),
      }),
      connections: createConnectionHandlers({
        ...data,
        sandbox,
        releases,
        pendingWrites,
        gateway,
        beforeRemoval,
        eraseEntries,
        assertPermitted: policy.assertPermitted,
        testing: { transport, sender, clock },
      }),
      sandbox: {
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
  const { items } = await sender.send(catalog.projects.list, 'account', target, {}, { session, once: true });
  return items.map((project) => project.id);
}

/** Throws `forbidden-by-policy` unless connections may be exported with their keys, which another copy of the app could reveal. */
function assertExportable({ assertPermitted }: Pick<PolicyService, 'assertPermitted'>): void {
  assertPermitted('export');
  assertPermitted('reveal');
}

/** Handlers of the bridge's `sealedConnections` calls. */
interface SealedHandlersDeps extends SealedExportDeps {
  readonly openedFiles: OpenedFiles;
  readonly gateway: Pick<Gateway, 'checkPresence'>;
  readonly pendingWrites: PendingWrites;
}

function createSealedHandlers(deps: SealedHandlersDeps): Handlers<Bridge, Caller>['sealedConnections'] {
  const { openedFiles, pendingWrites, gateway, assertPermitted } = deps;
  return {
    async save({ passphrase }, caller) {
      assertPermitted();
      const records = deps.connections.records();
      gateway.checkPresence({ name: 'sealedConnections.save', input: { passphrase }, connections: records }, caller);
      return exportSealed(deps, passphrase, records, caller);
    },
    async check({ text }) {
      parseSealed(text);
      return null;
    },
    open: ({ text, passphrase }, { windowId }) => openedFiles.open(text, passphrase, windowId),
    add: ({ fileId, allowPlainHttp }, { windowId }) => pendingWrites.add(openedFiles.add(fileId, windowId, allowPlainHttp)),
    async close({ fileId }, { windowId }) {
      openedFiles.close(fileId, windowId);
      return null;
    },
  };
}

/** Opens the sandbox with one click. */
interface OpenSandboxDeps {
  readonly sandbox: SandboxProcess;
  readonly connections: Connections;
  readonly accounts: Topic<Account[]>;
  readonly sender: Sender;
  readonly sessions: Sessions;
  readonly pendingWrites: PendingWrites;
}

/**
 * Starts the sandbox, adds a connection to its demo project, and signs in as its admin unless an account is signed in. Returns no account
 * when the admin's password was changed or two-factor authentication was added: then the user signs in manually.
 */
async function openSandbox(deps: OpenSandboxDeps): Promise<{ connectionId: string; accountId: string | null }> {
  const { projects } = await deps.sandbox.start();
  return open(deps, sandboxConnectionId, 'Analytical Engines', projects.demo.project_id);
}

/** Opens project `internal` in the same way; the demo project's owner signs in to it with the same email address and password. */
async function openInternalSandbox(deps: OpenSandboxDeps): Promise<{ connectionId: string; accountId: string | null }> {
  const { projects } = await deps.sandbox.start();
  return open(deps, internalSandboxConnectionId, 'Sandbox dashboard', projects.internal.project_id);
}

async function open(deps: OpenSandboxDeps, connectionId: string, name: string, projectId: string) {
  const { sandbox, connections, accounts, sender, sessions, pendingWrites } = deps;
  const { demoAccounts } = await sandbox.start();
  if (!connections.has(connectionId)) await pendingWrites.add(connections.addSandbox(name, projectId, connectionId));
  const known = accounts
    .get()
    .value.find((account) => account.connectionId === connectionId && account.current && account.state !== 'invalid');
  if (known) return { connectionId, accountId: known.id };
  return {
    connectionId,
    accountId: await signInAsAdmin({ sender, sessions, destinationOf: connections.destinationOf }, connectionId, demoAccounts[0]),
  };
}

type Credentials = SandboxReady['demoAccounts'][number];

async function signInAsAdmin(deps: FinishDeps, connectionId: string, admin: Credentials | undefined): Promise<string | null> {
  if (admin === undefined) return null;
  try {
    const pinned = pinConnection(deps, { connectionId });
    const target = await deps.sessions.target(connectionId, pinned.destination);
    const signedIn = await requestSession(deps, () => deps.sender.send(catalog.auth.passwordSignIn, 'none', target, { body: admin }));
    return (await finishSignIn(deps, pinned, signedIn, { isNewUser: false })).accountId;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'known-error') return null;
    throw thrown;
  }
}
