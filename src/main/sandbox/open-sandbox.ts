/** The way into the sandbox with one click. */
import type { Account } from '../../contract/bridge/accounts';
import { AppError } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import { type Connections, sandboxConnectionId } from '../connections/connections';
import { askForSession, finishSignIn, type SignInParts } from '../sign-in/finish';
import type { Topic } from '../topic';
import type { Writes } from '../under-way';
import type { SandboxProcess, SandboxReady } from './sandbox-process';

export interface OpenSandboxParts {
  readonly sandbox: SandboxProcess;
  readonly connections: Connections;
  readonly accounts: Topic<Account[]>;
  readonly wayIn: SignInParts;
  readonly writes: Writes;
}

/**
 * Starts the sandbox, makes its demo project a connection and signs in as its admin, unless someone is signed in there. No
 * account when the admin's password was changed or a second step was added: then the person signs in themself.
 */
export async function openSandbox(parts: OpenSandboxParts): Promise<{ connectionId: string; accountId: string | null }> {
  const { projects, demoAccounts } = await parts.sandbox.start();
  const connectionId = sandboxConnectionId;
  if (!parts.connections.has(connectionId))
    await parts.writes.add(parts.connections.addSandbox('Analytical Engines', projects.demo.project_id));
  const known = parts.accounts
    .get()
    .value.find((account) => account.connectionId === connectionId && account.current && account.state !== 'invalid');
  if (known) return { connectionId, accountId: known.id };
  return { connectionId, accountId: await signInAsAdmin(parts.wayIn, connectionId, demoAccounts[0]) };
}

type Credentials = SandboxReady['demoAccounts'][number];

async function signInAsAdmin(wayIn: SignInParts, connectionId: string, admin: Credentials | undefined): Promise<string | null> {
  if (admin === undefined) return null;
  try {
    const target = await wayIn.timedTarget(connectionId);
    const signedIn = await askForSession(wayIn, () => wayIn.sender.send(catalogue.auth.passwordSignIn, 'none', target, { body: admin }));
    return (await finishSignIn(wayIn, connectionId, signedIn, { isNewUser: false })).accountId;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'known-error') return null;
    throw thrown;
  }
}
