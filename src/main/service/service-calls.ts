/** Catalogue rows called by a renderer: the right credentials, and what a call's outcome means for the accounts. */
import type { ServiceCall } from '../../contract/dispatch';
import { fail } from '../../contract/errors';
import type { ClientUser, ServerUser } from '../../contract/service/models';
import type { KnownUser } from '../session/sessions';
import type { Sender, Target, TokenSource } from './send';

interface Accounts {
  source(accountId: string, connectionId: string): TokenSource;
  describe(connectionId: string, user: KnownUser): void;
  forget(accountId: string): Promise<void>;
  timed(connectionId: string, target: Target): Target;
}

const answersUser: ReadonlySet<string> = new Set(['users.me', 'users.updateMe', 'users.read', 'users.update']);

/** Answers rows for the dispatcher: fails with `unknown-connection`, `unknown-account` or whatever the call fails with. */
export function createServiceCalls(
  sender: Sender,
  connections: { target(id: string): Promise<Target> },
  accounts: Accounts,
): (call: ServiceCall) => Promise<unknown> {
  return async ({ name, row, actor, connectionId, accountId, input }) => {
    const variant = row.actors[actor];
    if (variant === undefined) throw fail('internal');
    const target = accounts.timed(connectionId, await connections.target(connectionId));
    const session = actor === 'account' && accountId !== undefined ? accounts.source(accountId, connectionId) : undefined;
    const value = await sender.sendRow(row, variant, target, input, session ? { session } : {});
    if (answersUser.has(name)) accounts.describe(connectionId, value as ClientUser | ServerUser);
    if (name === 'users.deleteMe' && accountId !== undefined) await accounts.forget(accountId);
    return value;
  };
}
