/** Opens the sandbox with one click. */
import type { Account } from '../../contract/bridge/accounts';
import { AppError } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { SandboxReady } from '../../contract/workers/sandbox';
import type { PendingWrites } from '../runtime/pending';
import type { Topic } from '../runtime/topic';
import type { SandboxProcess } from '../sandbox/sandbox-process';
import { type FinishDeps, finishSignIn, requestSession } from '../sign-in/finish';
import { type Connections, internalSandboxConnectionId, sandboxConnectionId } from './records/connections';
import { placeOf } from './records/place';

export interface OpenSandboxDeps {
  readonly sandbox: SandboxProcess;
  readonly connections: Connections;
  readonly accounts: Topic<Account[]>;
  readonly signInDeps: FinishDeps;
  readonly pendingWrites: PendingWrites;
}

/**
 * Starts the sandbox, adds a connection to its demo project, and signs in as its admin unless an account is signed in. Returns no account
 * when the admin's password was changed or two-factor authentication was added: then the user signs in manually.
 */
export async function openSandbox(deps: OpenSandboxDeps): Promise<{ connectionId: string; accountId: string | null }> {
  const { projects } = await deps.sandbox.start();
  return open(deps, sandboxConnectionId, 'Analytical Engines', projects.demo.project_id);
}

/** Opens project `internal` in the same way; the demo project's owner signs in to it with the same email address and password. */
export async function openInternalSandbox(deps: OpenSandboxDeps): Promise<{ connectionId: string; accountId: string | null }> {
  const { projects } = await deps.sandbox.start();
  return open(deps, internalSandboxConnectionId, 'Sandbox dashboard', projects.internal.project_id);
}

async function open(deps: OpenSandboxDeps, connectionId: string, name: string, projectId: string) {
  const { demoAccounts } = await deps.sandbox.start();
  if (!deps.connections.has(connectionId)) await deps.pendingWrites.add(deps.connections.addSandbox(name, projectId, connectionId));
  const known = deps.accounts
    .get()
    .value.find((account) => account.connectionId === connectionId && account.current && account.state !== 'invalid');
  if (known) return { connectionId, accountId: known.id };
  return { connectionId, accountId: await signInAsAdmin(deps.signInDeps, connectionId, demoAccounts[0]) };
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
