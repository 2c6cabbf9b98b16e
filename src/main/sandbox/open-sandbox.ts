/** The way into the sandbox with one click. */
import type { Account } from '../../contract/bridge/accounts';
import { type Connections, sandboxConnectionId } from '../connections/connections';
import type { PasswordSignIn } from '../sign-in/password';
import type { Topic } from '../topic';
import type { Writes } from '../under-way';
import type { SandboxProcess } from './sandbox-process';

export interface OpenSandboxParts {
  readonly sandbox: SandboxProcess;
  readonly connections: Connections;
  readonly accounts: Topic<Account[]>;
  readonly password: PasswordSignIn;
  readonly writes: Writes;
}

/** Starts the sandbox, makes its demo project a connection and signs in as its admin, unless someone is signed in there. */
export async function openSandbox(parts: OpenSandboxParts): Promise<{ connectionId: string; accountId: string }> {
  const { projects, demoAccounts } = await parts.sandbox.start();
  const connectionId = sandboxConnectionId;
  if (!parts.connections.has(connectionId))
    await parts.writes.add(parts.connections.addSandbox('Analytical Engines', projects.demo.project_id));
  const known = parts.accounts
    .get()
    .value.find((account) => account.connectionId === connectionId && account.current && account.state !== 'invalid');
  if (known) return { connectionId, accountId: known.id };
  const [admin] = demoAccounts;
  const { accountId } = await parts.password.signIn({ connectionId, email: admin?.email ?? '', password: admin?.password ?? '' });
  return { connectionId, accountId };
}
