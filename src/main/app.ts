/** The whole program without its windows: built from ports, it answers calls and pushes values. */
import { join } from 'node:path';
import type { Account } from '../contract/bridge/accounts';
import type { Notice } from '../contract/bridge/app';
import type { Connection } from '../contract/bridge/connections';
import { type Bridge, bridge } from '../contract/bridge/index';
import type { SandboxState } from '../contract/bridge/sandbox';
import { defaultSettings, type Settings } from '../contract/bridge/settings';
import { createDispatcher } from '../contract/dispatch';
import type { Reply } from '../contract/errors';
import type { Handlers, Push } from '../contract/kit';
import { catalogue } from '../contract/service/index';
import { type Connections, createConnections, sandboxConnectionId } from './connections/connections';
import { connectionsFile } from './connections/connections-file';
import { createLog } from './log';
import { createNotices } from './notices';
import type { Ports } from './ports';
import { createSandboxProcess, type SandboxProcess } from './sandbox/sandbox-process';
import { createSender } from './service/send';
import { createServiceCalls } from './service/service-calls';
import { createSessions, type Sessions } from './session/sessions';
import { createTokenStore } from './session/token-store';
import { createSettings } from './settings';
import { createPasswordSignIn, type PasswordSignIn } from './sign-in/password';
import type { SetAside } from './storage/json-file';
import { createTopic, type Topic } from './topic';

/** Who asked, as the host knows it. */
export interface Caller {
  readonly windowId: string;
}

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
  const push = (value: Push) => {
    for (const listener of listeners) listener(value);
  };
  const topics = createTopics(push);
  const newId = () => Buffer.from(ports.random(16)).toString('hex');
  const notices = createNotices(topics.notices, newId);
  const onSetAside = (what: SetAside) => {
    log.write('warn', what.kind, { file: what.file, keptAs: what.keptAs });
    notices.add(what);
  };

  const sandbox = createSandboxProcess(ports.spawnWorker, join(ports.profileFolder, 'sandbox'), ports.clock, topics.sandbox);
  const settings = createSettings(ports.profileFolder, ports.clock, topics.settings, onSetAside);
  const file = connectionsFile(ports.profileFolder, ports.clock, onSetAside);
  const connections = createConnections({ file, secrets: ports.secrets, sandbox, topic: topics.connections });
  const sender = createSender({ ...ports, clientVersion: `electron @latchkey/desktop@${ports.version}` });
  const store = createTokenStore(ports.secrets);
  const sessions = createSessions({ store, sender, clock: ports.clock, newId, target: connections.target, topic: topics.accounts });
  const password = createPasswordSignIn(sender, sessions, connections.target);

  const stopWatching = watchSandbox(listeners, connections);
  await reportFailure(ports, notices, () => settings.load());
  await reportFailure(ports, notices, () => connections.load());
  if (ports.secrets.kind === 'memory') notices.add({ kind: 'memory-keychain' });
  if (connections.has(sandboxConnectionId)) sandbox.start().catch(() => undefined);

  const handlers: Handlers<Bridge, Caller> = {
    app: {
      info: async () => ({
        version: ports.version,
        host: ports.host,
        platform: process.platform,
        profileFolder: ports.profileFolder,
        keychain: ports.secrets.kind,
      }),
      notices: async () => topics.notices.get(),
      dismiss: async ({ id }) => done(notices.dismiss(id)),
      newWindow: async () => ({ url: await ports.newWindow() }),
    },
    connections: {
      list: async () => topics.connections.get(),
      rename: async ({ id, name }) => done(await connections.rename(id, name)),
      remove: async ({ id }) => done(await removeConnection(id, connections, sessions, sandbox)),
    },
    accounts: {
      list: async () => topics.accounts.get(),
      use: async ({ accountId }) => done(sessions.use(accountId)),
      signOut: async ({ accountId }) => sessions.signOut(accountId),
    },
    signIn: { withPassword: (credentials) => password.signIn(credentials), signUp: (credentials) => password.signUp(credentials) },
    sandbox: {
      read: async () => topics.sandbox.get(),
      open: async () => openSandbox(sandbox, connections, topics.accounts, password),
      restart: async () => done(await sandbox.start()),
    },
    settings: { read: async () => topics.settings.get(), update: async (change) => done(await settings.update(change)) },
  };

  const dispatch = createDispatcher<Caller>({
    contract: bridge,
    handlers,
    catalogue,
    callService: createServiceCalls(sender, connections, sessions),
    onFault: (name, report) =>
      log.write('warn', 'call-failed', {
        name,
        code: report.code,
        known: report.known,
        status: report.status,
        requestId: report.requestId,
        path: report.path,
      }),
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
      await log.flush();
    },
  };
}

function done(_result: unknown): null {
  return null;
}

interface Topics {
  readonly connections: Topic<Connection[]>;
  readonly accounts: Topic<Account[]>;
  readonly settings: Topic<Settings>;
  readonly sandbox: Topic<SandboxState>;
  readonly notices: Topic<Notice[]>;
}

function createTopics(push: (push: Push) => void): Topics {
  return {
    connections: createTopic<Connection[]>('connections.changed', [], push),
    accounts: createTopic<Account[]>('accounts.changed', [], push),
    settings: createTopic<Settings>('settings.changed', defaultSettings, push),
    sandbox: createTopic<SandboxState>('sandbox.changed', { state: 'stopped' }, push),
    notices: createTopic<Notice[]>('app.noticesChanged', [], push),
  };
}

/** The sandbox's connection shows other credentials when it comes and goes. */
function watchSandbox(listeners: Set<(push: Push) => void>, connections: Connections): () => void {
  const listener = (value: Push) => {
    if (value.name === 'sandbox.changed') void connections.publish();
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function reportFailure(ports: Ports, notices: { add(notice: Omit<Notice, 'id'>): void }, load: () => Promise<void>): Promise<void> {
  await load().catch(() => notices.add({ kind: 'profile-not-writable', file: ports.profileFolder }));
}

async function removeConnection(id: string, connections: Connections, sessions: Sessions, sandbox: SandboxProcess): Promise<void> {
  await connections.remove(id);
  await sessions.forgetConnection(id);
  if (id === sandboxConnectionId) sandbox.stop();
}

/** Starts the sandbox, makes its demo project a connection and signs in as its admin, unless someone is signed in there. */
async function openSandbox(
  sandbox: SandboxProcess,
  connections: Connections,
  accounts: Topic<Account[]>,
  password: PasswordSignIn,
): Promise<{ connectionId: string; accountId: string }> {
  const { projects, demoAccounts } = await sandbox.start();
  const connectionId = sandboxConnectionId;
  if (!connections.has(connectionId)) await connections.addSandbox('Analytical Engines', projects.demo.project_id);
  const known = accounts
    .get()
    .value.find((account) => account.connectionId === connectionId && account.current && account.state !== 'invalid');
  if (known) return { connectionId, accountId: known.id };
  const [admin] = demoAccounts;
  const { accountId } = await password.signIn({ connectionId, email: admin?.email ?? '', password: admin?.password ?? '' });
  return { connectionId, accountId };
}
