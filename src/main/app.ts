/** The whole program without its windows: built from ports, it answers calls and pushes values. */
import { join } from 'node:path';
import type { Command, Notice } from '../contract/bridge/app';
import type { Connection } from '../contract/bridge/connections';
import { bridge } from '../contract/bridge/index';
import type { Settings } from '../contract/bridge/settings';
import { createDispatcher } from '../contract/dispatch';
import type { Reply } from '../contract/errors';
import type { Push } from '../contract/kit';
import { catalogue } from '../contract/service/index';
import { deleteConnectionData } from './connections/connection-handlers';
import type { Connections } from './connections/records/connections';
import { createServiceCalls } from './gateway/service-calls';
import { createHandlers } from './handlers';
import type { PendingLinks } from './links/pending-links';
import type { Ports } from './ports';
import type { Caller } from './runtime/caller';
import { createLog, type Log } from './runtime/log';
import { createSignal } from './runtime/topic';
import { createTopics } from './runtime/topics';
import { withinLimit } from './runtime/within-limit';
import { createServices } from './services';

/** How long the end of the program waits for what is being stored. */
const keychainGraceMillis = 3_000;

export interface App {
  /** Answers one call of a window. Never throws. */
  dispatch(name: unknown, input: unknown, caller: Caller): Promise<Reply>;
  /** Hears every push; the answer unsubscribes. */
  onPush(listener: (push: Push) => void): () => void;
  /** What the person chose, for hosts that need it before a window asks. */
  settings(): Settings;
  /** The connections as windows see them, for the menu. */
  connections(): readonly Connection[];
  /** Has one window carry out a command of the app. */
  command(command: Command, to: Caller): void;
  /** Lets a link that was opened outside wait for a person's decision. Never throws. */
  openLink(text: string): void;
  /** Writes a line to the program's log: codes and names, never what a person typed. */
  readonly log: Log['write'];
  /** Forgets what only that window could use. */
  windowClosed(caller: Caller): void;
  /** Ends workers and connections; what was being written is on disk when it resolves. */
  close(): Promise<void>;
}

/** Builds the program and reads its files. A profile that cannot be read or written is reported as a notice, never fatal. */
export async function createApp(ports: Ports): Promise<App> {
  const log = createLog(join(ports.profileFolder, 'logs'), ports.clock);
  const listeners = new Set<(push: Push) => void>();
  const push = (value: Push) => {
    for (const listener of listeners) listener(value);
  };
  const topics = createTopics(push);
  const sendCommand = createSignal<Command>('app.command', push);
  const services = await createServices(ports, topics, log);
  const {
    notices,
    settings,
    connections,
    sessions,
    sandbox,
    keychain,
    secretReferences,
    safety,
    signInDeps,
    pendingLinks,
    copier,
    pendingWrites,
  } = services;
  const { callbackServer, oauthStates } = services;

  const adoptOwners = () => void pendingWrites.add(services.adoptOwners()).catch(() => undefined);
  const stopWatching = keepInStep(listeners, connections, pendingLinks, adoptOwners);
  await reportFailure(ports, notices, () => settings.load());
  let removed: readonly string[] = [];
  await reportFailure(ports, notices, async () => {
    removed = await connections.load();
  });
  await reportFailure(ports, notices, () => sessions.load());
  adoptOwners();
  // A keychain that is away now is asked again at the next start.
  for (const id of removed) void pendingWrites.add(deleteConnectionData(id, services)).catch(() => undefined);
  // Not waited for: a keychain or a port that is away keeps nobody from starting.
  void pendingWrites.add(oauthStates.load()).catch(() => undefined);
  void pendingWrites.add(callbackServer.load()).catch(() => undefined);
  if (keychain.store.kind === 'memory') notices.add({ kind: 'memory-keychain' });
  if (connections.records().some(({ baseUrl }) => baseUrl === null)) sandbox.start().catch(() => undefined);

  const dispatch = createDispatcher<Caller>({
    contract: bridge,
    handlers: createHandlers({ ports, topics, ...services }),
    catalogue,
    callService: createServiceCalls(services),
    onFault: (name, { code, known, status, requestId, path }) =>
      log.write('warn', 'call-failed', { name, code, known, status, requestId, path }),
  });
  log.write('info', 'started', { version: ports.version, host: ports.host });

  return {
    dispatch,
    onPush(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settings: () => topics.settings.get().value,
    connections: () => topics.connections.get().value,
    command: (command, { windowId }) => sendCommand(command, windowId),
    openLink: (text) => pendingLinks.openFromSystem(text),
    log: log.write,
    windowClosed({ windowId }) {
      secretReferences.forgetWindow(windowId);
      safety.forgetWindow(windowId);
      signInDeps.flows.forgetWindow(windowId);
      services.hostConfirmations.forgetWindow(windowId);
    },
    async close() {
      stopWatching();
      sessions.close();
      sandbox.stop();
      await callbackServer.close();
      await ports.transport.close();
      await copier.close();
      // A keychain that doesn't respond would be waited for again and again.
      await withinLimit(pendingWrites.settled(), keychainGraceMillis, ports.clock);
      keychain.close();
      await pendingWrites.settled();
      await log.flush();
    },
  };
}

/** The sandbox's connection shows other credentials when it comes and goes, links fit other connections, and owners sign in. */
function keepInStep(
  listeners: Set<(push: Push) => void>,
  connections: Connections,
  links: PendingLinks,
  adoptOwners: () => void,
): () => void {
  const listener = ({ name }: Push) => {
    if (name === 'sandbox.changed') connections.publish();
    if (name === 'connections.changed') links.publish();
    if (name === 'accounts.changed') adoptOwners();
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function reportFailure(ports: Ports, notices: { add(notice: Omit<Notice, 'id'>): void }, load: () => Promise<void>): Promise<void> {
  await load().catch(() => notices.add({ kind: 'profile-not-writable', file: ports.profileFolder }));
}
