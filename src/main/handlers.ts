/** What answers each call of the bridge. */
import type { Bridge } from '../contract/bridge/index';
import type { Handlers } from '../contract/kit';
import { type Connections, sandboxConnectionId } from './connections/connections';
import type { Notices } from './notices';
import type { Ports } from './ports';
import { openSandbox } from './sandbox/open-sandbox';
import type { SandboxProcess } from './sandbox/sandbox-process';
import type { Sessions } from './session/sessions';
import type { SettingsService } from './settings';
import type { PasswordSignIn } from './sign-in/password';
import type { Topics } from './topics';
import { shared, type Writes } from './under-way';

/** Who asked, as the host knows it. */
export interface Caller {
  readonly windowId: string;
}

export interface HandlerParts {
  readonly ports: Ports;
  readonly topics: Topics;
  readonly notices: Notices;
  readonly settings: SettingsService;
  readonly connections: Connections;
  readonly sessions: Sessions;
  readonly sandbox: SandboxProcess;
  readonly password: PasswordSignIn;
  readonly writes: Writes;
}

/** One function for each call of the contract. */
export function createHandlers(parts: HandlerParts): Handlers<Bridge, Caller> {
  const { ports, topics, notices, settings, connections, sessions, sandbox, password, writes } = parts;
  return {
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
      rename: async ({ id, name }) => done(await writes.add(connections.rename(id, name))),
      remove: async ({ id }) => done(await writes.add(removeConnection(id, connections, sessions, sandbox))),
    },
    accounts: {
      list: async () => topics.accounts.get(),
      use: async ({ accountId }) => done(sessions.use(accountId)),
      signOut: async ({ accountId }) => sessions.signOut(accountId),
    },
    signIn: { withPassword: (credentials) => password.signIn(credentials), signUp: (credentials) => password.signUp(credentials) },
    sandbox: {
      read: async () => topics.sandbox.get(),
      open: shared(() => openSandbox({ sandbox, connections, accounts: topics.accounts, password, writes })),
      restart: async () => done(await sandbox.start()),
    },
    settings: { read: async () => topics.settings.get(), update: async (change) => done(await writes.add(settings.update(change))) },
  };
}

function done(_result: unknown): null {
  return null;
}

async function removeConnection(id: string, connections: Connections, sessions: Sessions, sandbox: SandboxProcess): Promise<void> {
  await connections.remove(id);
  await sessions.forgetConnection(id);
  if (id === sandboxConnectionId) sandbox.stop();
}
