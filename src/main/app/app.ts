/** The whole program without its windows: created from ports, it handles calls and pushes values. */
import '#messages/all-texts.ts';
import type { Command, Notice } from '#contract/bridge/app.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { type Bridge, bridge } from '#contract/bridge/index.ts';
import type { ForbiddableAction } from '#contract/bridge/settings.ts';
import type { Handlers, Push } from '#contract/definitions.ts';
import { createDispatcher } from '#contract/dispatch.ts';
import { type Reply, toReport } from '#contract/errors.ts';
import type { Picture } from '#contract/pictures/picture.ts';
import { catalog } from '#contract/service/index.ts';
import type { Settings } from '#contract/setting-rows.ts';
import { systemReport } from '#contract/support/problem-report.ts';
import type { Translator } from '#messages/translator.ts';
import type { Administration } from '../administration/create-administration';
import { enterProfile } from '../clearing/finish-clearing';
import { removeLeftLocks } from '../clearing/own-files';
import { lockDispatch, lockPushes } from '../lock/lock-gate';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import { restrictPorts } from '../remote/shared-transport';
import { createAppHandlers, type Runtime } from '../runtime/create-runtime';
import type { Log } from '../runtime/log';
import { withinLimit } from '../runtime/pending';
import { createClockReports } from '../session/service-clocks';
import { createDomains, type Domains } from './domains';

/** Maximum time in milliseconds for which quitting waits for a keychain that doesn't respond. */
const keychainGraceMillis = 3_000;

export interface App {
  /** Handles one bridge call from a window. Never rejects: failures are returned as coded errors. */
  dispatch(name: unknown, input: unknown, caller: Caller): Promise<Reply>;
  /** Reports every push; the returned function unsubscribes. */
  onPush(listener: (push: Push) => void): () => void;
  /** Returns the settings, for hosts that need them before a window does. */
  settings(): Settings;
  /** Returns the translator for the language of the app as it is now. */
  translator(): Translator;
  /** Whether the policy of the machine decides a setting. */
  isLockedByPolicy(setting: keyof Settings): boolean;
  /** Whether the policy of the machine forbids an action. */
  isForbidden(action: ForbiddableAction): boolean;
  /** Returns the connections as windows see them, for the menu. */
  connections(): readonly Connection[];
  /** Returns the base URLs of the connections, and the trusted domains of their projects as far as this process has read them. */
  knownSites(): readonly string[];
  /** Locks the app. Returns whether there is a passphrase that unlocks it. */
  lock(): boolean;
  isLocked(): boolean;
  /** Sends a command to one window, which may still be loading if `isOpening`. */
  command(command: Command, to: Caller, isOpening?: boolean): void;
  /** Returns the document of a preview by its path, or one of its pictures; null if there is none, and while the app is locked. */
  preview(path: string): string | Picture | null;
  /** Returns the number of impersonations that end with this program. */
  impersonations(): number;
  /** Returns the number of jobs that run now. The next start continues them, unless secrets are in memory only. */
  runningJobs(): number;
  isMemoryOnly(): boolean;
  /** Whether there is a connection, also while the app is locked. */
  hasConnection(id: string): boolean;
  /**
   * Adds a link that was opened outside the app to the pending ones, or refuses it with a notice. Returns the path of a window that shows it,
   * or null. Never throws.
   */
  openLink(text: string): string | null;
  /** Writes a line to the program's log: codes and names, never input. */
  readonly log: Log['write'];
  /** Adds a notice for the user, unless an equal one is shown. */
  addNotice(notice: Omit<Notice, 'id'>): void;
  /** Resolves to what a problem report says about this copy of Latchkey. */
  systemReport(): Promise<string>;
  /** Resolves when everything that was being written, or has failed to be written, is on disk. */
  settled(): Promise<void>;
  /** Deletes the state of a closed window. */
  windowClosed(caller: Caller): void;
  /** Ends workers and connections. Resolves once everything that was being written is on disk. */
  close(): Promise<void>;
}

/**
 * Creates the program and reads its files. A profile that can't be read or written is reported as a notice and is never fatal. Throws
 * `NotClearedError` for a profile whose data was to be cleared, and couldn't be.
 */
export async function createApp(hostPorts: Ports): Promise<App> {
  const ports = restrictPorts(hostPorts);
  const profile = await enterProfile(ports);
  const domains = await createDomains(ports);
  const { runtime, keychain, gateway, callback, links, previews, updates, appLock, localData, watch } = domains;
  const { topics, pendingWrites, log } = runtime;
  const stopWatching = keepInStep(domains);
  await load(ports, domains);
  await reportFailure(ports, runtime, () => localData.load(profile.cleared));
  await domains.appLock.checked();
  void pendingWrites.add(removeLeftLocks(ports.profileFolder));
  void pendingWrites.add(domains.editing.clean());
  if (!ports.isBrief) {
    updates.start();
    watch.start();
  }
  const settled = () => withinLimit(pendingWrites.settled(), keychainGraceMillis, ports.clock).then(log.flush);
  const appHandlers = createAppHandlers({ ports, runtime, secrets: keychain.store, updates });
  const handlers: Handlers<Bridge, Caller> = { app: appHandlers, ...handlersOf(domains) };
  const callService: typeof gateway.callService = (call, caller) => {
    if (/^(?:projects|config)\./.test(call.name) && call.endpoint.effect !== 'read') callback.trustedDomains.close();
    return domains.userCalls.run(call.connectionId, () => gateway.callService(call, caller));
  };
  const dispatch = createDispatcher<Caller>({ contract: bridge, handlers, topics, catalog, callService, onFault: log.fault });
  log.write('info', 'started', { version: ports.version, host: ports.host });

  return {
    dispatch: lockDispatch(appLock.lock, appLock.idle.check, (name, input, caller) => {
      if (!ports.isBrief) {
        domains.localIndex.windowOpened(caller.windowId);
        domains.journal.windowOpened();
        domains.jobs.windowOpened();
      }
      return dispatch(name, input, caller);
    }),
    onPush: lockPushes(appLock.lock, runtime.onPush),
    settings: () => topics['settings.state'].get().value,
    translator: runtime.translator,
    isLockedByPolicy: domains.policy.isLocked,
    isForbidden: domains.policy.isForbidden,
    connections: () => (appLock.lock.isLocked() ? [] : topics['connections.list'].get().value),
    impersonations: domains.impersonation.running,
    runningJobs: () => topics['jobs.running'].get().value.filter(({ pause }) => pause === null).length,
    isMemoryOnly: () => topics['lock.state'].get().value.secrets === 'memory',
    hasConnection: (of) => topics['connections.list'].get().value.some(({ id }) => id === of),
    knownSites: () =>
      appLock.lock.isLocked()
        ? []
        : [...topics['connections.list'].get().value.map(({ baseUrl }) => baseUrl), ...callback.trustedDomains.list()],
    lock() {
      appLock.lock.lock();
      return appLock.lock.isLocked();
    },
    isLocked: appLock.lock.isLocked,
    command: (command, { windowId }, isOpening) => (isOpening ? runtime.windowCommands.deliver : runtime.sendCommand)(command, windowId),
    preview: (path) => (appLock.lock.isLocked() ? null : previews.read(path)),
    openLink: links.openFromSystem,
    log: log.write,
    addNotice: runtime.notices.add,
    systemReport: async () => systemReport(await appHandlers.info({}, { windowId: '' }), topics['app.updates'].get().value),
    settled,
    windowClosed: ({ windowId }) => forgetWindow(domains, windowId),
    async close() {
      stopWatching();
      await closeDomains(ports, domains, settled);
      // Last, because another process may delete the files then.
      await profile.leave();
    },
  };
}

/** Joins the handlers of all domains. */
function handlersOf(domains: Domains): Omit<Handlers<Bridge, Caller>, 'app'> {
  const { settingsHandlers, gateway, callback, signIn, links, impersonation, administration, previews, appLock, localData, watch } =
    domains;
  return {
    ...settingsHandlers,
    ...gateway.handlers,
    ...callback.handlers,
    ...signIn.handlers,
    ...links.handlers,
    ...impersonation.handlers,
    ...administration.handlers,
    ...previews.handlers,
    ...appLock.handlers,
    ...localData.handlers,
    ...watch.handlers,
    ...domains.savedViews.handlers,
    ...domains.dataExports.handlers,
    webhookPortal: domains.webhookPortal,
    ...domains.localIndex.handlers,
    ...domains.journal.handlers,
    undo: domains.undo,
    configuration: domains.configuration,
    ...domains.drift.handlers,
    ...domains.snapshots.handlers,
    ...domains.jobs.handlers,
    ...domains.imports.handlers,
    ...domains.editing.handlers,
  };
}

/** Deletes the state of a closed window. */
function forgetWindow(
  { runtime, gateway, previews, signIn, callback, administration, localIndex, snapshots, jobs, imports, editing }: Domains,
  windowId: string,
): void {
  editing.forgetWindow(windowId);
  localIndex.windowClosed(windowId);
  snapshots.forgetWindow(windowId);
  jobs.windowClosed(windowId);
  imports.windowClosed(windowId);
  runtime.windowCommands.forgetWindow(windowId);
  gateway.forgetWindow(windowId);
  previews.forgetWindow(windowId);
  signIn.forgetWindow(windowId);
  callback.hostConfirmations.forgetWindow(windowId);
  administration.forgetWindow(windowId);
}

/** Ends what the domains run. `settled` resolves when what is being written is on disk, or the keychain doesn't respond. */
async function closeDomains(ports: Ports, domains: Domains, settled: () => Promise<void>): Promise<void> {
  const { runtime, appLock, keychain, gateway } = domains;
  domains.localData.unfollow();
  await domains.editing.close();
  appLock.close();
  domains.policy.close();
  domains.settings.close();
  domains.savedViews.close();
  domains.drift.close();
  await domains.imports.close();
  // Before the index, the sandbox, and the transport, which it needs.
  await domains.jobs.close();
  await domains.localIndex.close();
  await domains.dataExports.close();
  // What waits for the passphrase would never end.
  if (appLock.lock.isLocked()) keychain.close();
  domains.updates.close();
  await domains.watch.close();
  // Before the sandbox and the transport, which it needs.
  await domains.impersonation.close();
  domains.sessions.close();
  domains.sandbox.close();
  await domains.callback.server.close();
  await ports.transport.close();
  await gateway.copier.close();
  // After the last write, and before the keychain, which gets its checkpoint.
  await domains.journal.close();
  domains.library.end();
  // Otherwise every pending write would wait for a keychain that doesn't respond.
  await settled();
  keychain.close();
  await runtime.pendingWrites.settled();
  await runtime.log.flush();
}

/** Updates domains when another one changes. Returns a function that stops that. */
function keepInStep(domains: Domains): () => void {
  const { runtime, network, connections, gateway, callback, links, administration, updates, watch, localIndex } = domains;
  const { topics, notices } = runtime;
  const reportClocks = createClockReports({ notices, connections: () => topics['connections.list'].get().value });
  return runtime.onPush((push) => {
    const { name } = push;
    watch.follow(push);
    localIndex.follow(push);
    domains.journal.follow(push);
    if (readsDependOn.has(name)) domains.forgetReads();
    domains.snapshots.follow(push);
    domains.bases.follow(push);
    domains.drift.follow(push);
    domains.jobs.follow(push);
    domains.imports.follow(push);
    // The sandbox's connection shows other credentials when the sandbox starts or stops, links match other connections, and owners sign in.
    if (name === 'sandbox.state') connections.publish();
    if (name === 'connections.list') {
      links.pendingLinks.publish();
      gateway.keepConnections(runtime.topics['connections.list'].get().value.map(({ id }) => id));
    }
    if (checkedByExports.has(name)) domains.dataExports.check();
    if (name === 'connections.clocks') reportClocks(topics['connections.clocks'].get().value);
    if (name === 'settings.state') {
      network.settingsChanged();
      void domains.checkProxySignIn();
      updates.settingsChanged();
    }
    if (name === 'lock.state' && runtime.topics['lock.state'].get().value.locked) {
      gateway.lock();
      callback.hostConfirmations.cancel();
    }
    if (name === 'accounts.list') adoptOwners(runtime, administration);
  });
}

/** Topics of what exports depend on. */
const checkedByExports: ReadonlySet<string> = new Set(['lock.state', 'connections.list', 'policy.state']);

/** Topics with whose changes responses that are kept for writes are forgotten: the lock, and the credentials that had read them. */
const readsDependOn: ReadonlySet<string> = new Set(['lock.state', 'connections.list', 'accounts.list']);

function adoptOwners({ pendingWrites }: Runtime, administration: Administration): void {
  void pendingWrites.add(administration.adoptOwners()).catch(() => undefined);
}

/** Reads the profile's files. */
async function load(ports: Ports, domains: Domains): Promise<void> {
  const { runtime, settings, policy, appLock, sandbox, connections, sessions, callback, signIn, impersonation, administration } = domains;
  const { pendingWrites } = runtime;
  await policy.load();
  await reportFailure(ports, runtime, () => settings.load());
  await reportFailure(ports, runtime, () => appLock.load());
  let removed: readonly string[] = [];
  await reportFailure(ports, runtime, async () => {
    removed = await connections.load();
  });
  await reportFailure(ports, runtime, () => domains.imports.load());
  await reportFailure(ports, runtime, () => domains.drift.load());
  await reportFailure(ports, runtime, () => sessions.load());
  await reportFailure(ports, runtime, () => impersonation.load());
  await reportFailure(ports, runtime, () => domains.localIndex.load());
  adoptOwners(runtime, administration);
  // If the keychain is unavailable now, the next start tries again.
  for (const id of removed) void pendingWrites.add(administration.deleteConnectionData(id)).catch(() => undefined);
  // Not awaited, so that a start doesn't wait for a keychain or port that is unavailable.
  void reportFailure(ports, runtime, () => domains.savedViews.load());
  void signIn.oauthStates.load().catch(() => undefined);
  void pendingWrites.add(callback.server.load()).catch(() => undefined);
  if (connections.records().some(({ baseUrl }) => baseUrl === null)) sandbox.start().catch(() => undefined);
  // Awaited, so that the first window already has its connection and its account.
  if (ports.sandboxSeed !== undefined) {
    await administration.openSandbox().catch((thrown) => runtime.log.write('warn', 'sandbox-not-opened', { code: toReport(thrown).code }));
  }
}

async function reportFailure({ profileFolder }: Ports, { notices }: Runtime, load: () => Promise<void>): Promise<void> {
  await load().catch(() => notices.add({ kind: 'profile-not-writable', file: profileFolder }));
}
