/** The way into the sandbox with one click. */
import type { Account } from '../../contract/bridge/accounts';
import { AppError } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { SandboxReady } from '../../contract/workers/sandbox';
import type { PendingWrites } from '../runtime/pending';
import type { Topic } from '../runtime/topic';
import type { SandboxProcess } from '../sandbox/sandbox-process';
import { placeOf } from '../sign-in/complete-sign-in';
import { type FinishDeps, finishSignIn, requestSession } from '../sign-in/finish';
import { type Connections, internalSandboxConnectionId, sandboxConnectionId } from './records/connections';

export interface OpenSandboxDeps {
  readonly sandbox: SandboxProcess;
  readonly connections: Connections;
  readonly accounts: Topic<Account[]>;
  readonly signInDeps: FinishDeps;
  readonly pendingWrites: PendingWrites;
}

/**
 * Starts the sandbox, makes its demo project a connection and signs in as its admin, unless someone is signed in there. No
 * account when the admin's password was changed or a second step was added: then the person signs in themself.
 */
export async function openSandbox(parts: OpenSandboxDeps): Promise<{ connectionId: string; accountId: string | null }> {
  const { projects } = await parts.sandbox.start();
  return open(parts, sandboxConnectionId, 'Analytical Engines', projects.demo.project_id);
}

/** The same for project `internal`, to which the demo project's owner signs in with the same address and password. */
export async function openInternalSandbox(parts: OpenSandboxDeps): Promise<{ connectionId: string; accountId: string | null }> {
  const { projects } = await parts.sandbox.start();
  return open(parts, internalSandboxConnectionId, 'Sandbox dashboard', projects.internal.project_id);
}

async function open(parts: OpenSandboxDeps, connectionId: string, name: string, projectId: string) {
  const { demoAccounts } = await parts.sandbox.start();
  if (!parts.connections.has(connectionId)) await parts.pendingWrites.add(parts.connections.addSandbox(name, projectId, connectionId));
  const known = parts.accounts
    .get()
    .value.find((account) => account.connectionId === connectionId && account.current && account.state !== 'invalid');
  if (known) return { connectionId, accountId: known.id };
  return { connectionId, accountId: await signInAsAdmin(parts.signInDeps, connectionId, demoAccounts[0]) };
}

type Credentials = SandboxReady['demoAccounts'][number];

async function signInAsAdmin(signInDeps: FinishDeps, connectionId: string, admin: Credentials | undefined): Promise<string | null> {
  if (admin === undefined) return null;
  try {
    const place = placeOf(signInDeps, { connectionId });
    const target = await signInDeps.sessions.target(connectionId, place.destination);
    const signedIn = await requestSession(signInDeps, () =>
      signInDeps.sender.send(catalogue.auth.passwordSignIn, 'none', target, { body: admin }),
    );
    return (await finishSignIn(signInDeps, place, signedIn, { isNewUser: false })).accountId;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'known-error') return null;
    throw thrown;
  }
}
