/** Catalogue rows called by a renderer: the right credentials, and what a call's outcome means for the accounts. */
import type { ServiceCall } from '../../contract/dispatch';
import { AppError, fail } from '../../contract/errors';
import type { ClientUser, ServerUser } from '../../contract/service/models';
import type { Caller } from '../caller';
import type { Vault } from '../secrets/vault';
import type { KnownUser } from '../session/sessions';
import type { Sender, Target, TokenSource } from './send';
import type { SlowCalls } from './slow-calls';

interface Accounts {
  source(accountId: string, connectionId: string): TokenSource;
  describe(connectionId: string, user: KnownUser): Promise<void>;
  forget(accountId: string): Promise<void>;
  timed(connectionId: string, target: Target): Target;
}

export interface ServiceCallsParts {
  readonly sender: Sender;
  readonly connections: { target(id: string): Promise<Target> };
  readonly sessions: Accounts;
  readonly vault: Vault;
  readonly slowCalls: SlowCalls;
}

const answersUser: ReadonlySet<string> = new Set(['users.me', 'users.updateMe', 'users.read', 'users.update']);

/** Answers rows for the dispatcher: fails with `unknown-connection`, `unknown-account` or whatever the call fails with. */
export function createServiceCalls(parts: ServiceCallsParts): (call: ServiceCall, caller: Caller) => Promise<unknown> {
  const { sender, connections, sessions, vault, slowCalls } = parts;
  return async ({ name, row, actor, connectionId, accountId, input }, { windowId }) => {
    const variant = row.actors[actor];
    if (variant === undefined) throw fail('internal');
    const target = sessions.timed(connectionId, await connections.target(connectionId));
    const session = actor === 'account' && accountId !== undefined ? sessions.source(accountId, connectionId) : undefined;
    const body = vault.restore(input.body, row.secrets?.body ?? [], windowId);
    const watch = slowCalls.watch(name, connectionId);
    try {
      const value = await sender.sendRow(row, variant, target, { ...input, body }, { watch, ...(session ? { session } : {}) });
      // The service has answered: a name that cannot be written down must not make a failure of that.
      if (answersUser.has(name)) await sessions.describe(connectionId, value as ClientUser | ServerUser).catch(onlyOurs);
      if (name === 'users.deleteMe' && accountId !== undefined) await sessions.forget(accountId);
      return vault.withhold(value, row.secrets?.response ?? [], windowId);
    } finally {
      watch.done();
    }
  };
}

function onlyOurs(thrown: unknown): void {
  if (!(thrown instanceof AppError)) throw thrown;
}
