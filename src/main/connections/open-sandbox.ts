/** Opens the sandbox with one click. */
import type { Account } from '../../contract/bridge/accounts';
import { AppError } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { SandboxReady } from '../../contract/workers/sandbox';
import type { Sender } from '../remote/send';
import type { PendingWrites } from '../runtime/pending';
import type { Topic } from '../runtime/topic';
import type { SandboxProcess } from '../sandbox/sandbox-process';
import type { Sessions } from '../session/sessions';
import { type FinishDeps, finishSignIn, requestSession } from '../sign-in/finish';
import { internalSandboxConnectionId, sandboxConnectionId } from './records/connection-additions';
import type { Connections } from './records/connections';
import { placeOf } from './records/place';

export interface OpenSandboxDeps {
  readonly sandbox: SandboxProcess;
  readonly connections: Connections;
  readonly accounts: Topic<Account[]>;
  readonly sender: Sender;
  readonly sessions: Sessions;
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
  const { sandbox, connections, accounts, sender, sessions, pendingWrites } = deps;
  const { demoAccounts } = await sandbox.start();
  if (!connections.has(connectionId)) await pendingWrites.add(connections.addSandbox(name, projectId, connectionId));
  const known = accounts
    .get()
    .value.find((account) => account.connectionId === connectionId && account.current && account.state !== 'invalid');
  if (known) return { connectionId, accountId: known.id };
  return {
    connectionId,
    accountId: await signInAsAdmin({ sender, sessions, destinationOf: connections.destinationOf }, connectionId, demoAccounts[0]),
  };
}

type Credentials = SandboxReady['demoAccounts'][number];

async function signInAsAdmin(deps: FinishDeps, connectionId: string, admin: Credentials | undefined): Promise<string | null> {
  if (admin === undefined) return null;
  try {
    const place = placeOf(deps, { connectionId });
    const target = await deps.sessions.target(connectionId, place.destination);
    const signedIn = await requestSession(deps, () => deps.sender.send(catalogue.auth.passwordSignIn, 'none', target, { body: admin }));
    return (await finishSignIn(deps, place, signedIn, { isNewUser: false })).accountId;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'known-error') return null;
    throw thrown;
  }
}
