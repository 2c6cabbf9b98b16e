/** The way into the sandbox with one click. */
import type { Account } from '../../contract/bridge/accounts';
import { AppError } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { Writes } from '../runtime/pending';
import type { Topic } from '../runtime/topic';
import type { SandboxProcess, SandboxReady } from '../sandbox/sandbox-process';
import { placeOf } from '../sign-in/complete-sign-in';
import { askForSession, finishSignIn, type SignInParts } from '../sign-in/finish';
import { type Connections, internalSandboxConnectionId, sandboxConnectionId } from './records/connections';

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
  const { projects } = await parts.sandbox.start();
  return open(parts, sandboxConnectionId, 'Analytical Engines', projects.demo.project_id);
}

/** The same for project `internal`, to which the demo project's owner signs in with the same address and password. */
export async function openInternalSandbox(parts: OpenSandboxParts): Promise<{ connectionId: string; accountId: string | null }> {
  const { projects } = await parts.sandbox.start();
  return open(parts, internalSandboxConnectionId, 'Sandbox dashboard', projects.internal.project_id);
}

async function open(parts: OpenSandboxParts, connectionId: string, name: string, projectId: string) {
  const { demoAccounts } = await parts.sandbox.start();
  if (!parts.connections.has(connectionId)) await parts.writes.add(parts.connections.addSandbox(name, projectId, connectionId));
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
    const place = placeOf(wayIn, { connectionId });
    const target = await wayIn.timedTarget(connectionId, place.destination);
    const signedIn = await askForSession(wayIn, () => wayIn.sender.send(catalogue.auth.passwordSignIn, 'none', target, { body: admin }));
    return (await finishSignIn(wayIn, place, signedIn, { isNewUser: false })).accountId;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'known-error') return null;
    throw thrown;
  }
}
