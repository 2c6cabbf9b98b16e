/** The whole program without its windows: built from ports, it answers calls and pushes values. */
import { join } from 'node:path';
import type { Notice } from '../contract/bridge/app';
import { bridge } from '../contract/bridge/index';
import type { Settings } from '../contract/bridge/settings';
import { createDispatcher } from '../contract/dispatch';
import type { Reply } from '../contract/errors';
import type { Push } from '../contract/kit';
import { catalogue } from '../contract/service/index';
import { type Connections, createConnections, sandboxConnectionId } from './connections/connections';
import { connectionsFile } from './connections/connections-file';
import { type Caller, createHandlers, type HandlerParts } from './handlers';
import { createLog, type Log } from './log';
import { createNotices } from './notices';
import type { Ports } from './ports';
import { createSandboxProcess } from './sandbox/sandbox-process';
import { createSender, type Sender } from './service/send';
import { createServiceCalls } from './service/service-calls';
import { createSessions } from './session/sessions';
import { createTokenStore } from './session/token-store';
import { createSettings } from './settings';
import { createPasswordSignIn } from './sign-in/password';
import type { SetAside } from './storage/json-file';
import { createTopics, type Topics } from './topics';
import { createWrites } from './under-way';

export interface App {
  /** Answers one call of a window. Never throws. */
  dispatch(name: unknown, input: unknown, caller: Caller): Promise<Reply>;
  /** Hears every push; the answer unsubscribes. */
  onPush(listener: (push: Push) => void): () => void;
  /** What the person chose, for hosts that need it before a window asks. */
  settings(): Settings;
  /** Ends workers and connections; what was being written is on disk when it resolves. */
  close(): Promise<void>;
}

/** Builds the program and reads its files. A profile that cannot be read or written is reported as a notice, never fatal. */
export async function createApp(ports: Ports): Promise<App> {
  const log = createLog(join(ports.profileFolder, 'logs'), ports.clock);
  const listeners = new Set<(push: Push) => void>();
  const topics = createTopics((push) => {
    for (const listener of listeners) listener(push);
  });
  const services = createServices(ports, topics, log);
  const { notices, settings, connections, sessions, sandbox, sender, writes } = services;

  const stopWatching = watchSandbox(listeners, connections);
  await reportFailure(ports, notices, () => settings.load());
  await reportFailure(ports, notices, () => connections.load());
  if (ports.secrets.kind === 'memory') notices.add({ kind: 'memory-keychain' });
  if (connections.has(sandboxConnectionId)) sandbox.start().catch(() => undefined);

  const dispatch = createDispatcher<Caller>({
    contract: bridge,
    handlers: createHandlers({ ports, topics, ...services }),
    catalogue,
    callService: createServiceCalls(sender, connections, sessions),
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
    async close() {
      stopWatching();
      sandbox.stop();
      await ports.transport.close();
      await writes.settled();
      await log.flush();
    },
  };
}

type Services = Omit<HandlerParts, 'ports' | 'topics'> & { readonly sender: Sender };

/** The services in the order in which they need each other. */
function createServices(ports: Ports, topics: Topics, log: Log): Services {
  const { profileFolder, clock, secrets } = ports;
  const newId = () => Buffer.from(ports.random(16)).toString('hex');
  const notices = createNotices(topics.notices, newId);
  const onSetAside = (what: SetAside) => {
    log.write('warn', what.kind, { file: what.file, keptAs: what.keptAs });
    notices.add(what);
  };
  const settings = createSettings(profileFolder, clock, topics.settings, onSetAside);
  const sandbox = createSandboxProcess(ports.spawnWorker, join(profileFolder, 'sandbox'), clock, topics.sandbox);
  const file = connectionsFile(profileFolder, clock, onSetAside);
  const connections = createConnections({ file, secrets, sandbox, topic: topics.connections });
  const { target } = connections;
  const sender = createSender({ ...ports, clientVersion: `electron @latchkey/desktop@${ports.version}` });
  const sessions = createSessions({ store: createTokenStore(secrets), sender, clock, newId, target, topic: topics.accounts });
  const password = createPasswordSignIn(sender, sessions, target);
  return { notices, settings, sandbox, connections, sender, sessions, password, writes: createWrites() };
}

/** The sandbox's connection shows other credentials when it comes and goes. */
function watchSandbox(listeners: Set<(push: Push) => void>, connections: Connections): () => void {
  const listener = (value: Push) => {
    // A keychain that is away now is reported by the next call that needs it.
    if (value.name === 'sandbox.changed') connections.publish().catch(() => undefined);
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function reportFailure(ports: Ports, notices: { add(notice: Omit<Notice, 'id'>): void }, load: () => Promise<void>): Promise<void> {
  await load().catch(() => notices.add({ kind: 'profile-not-writable', file: ports.profileFolder }));
}
