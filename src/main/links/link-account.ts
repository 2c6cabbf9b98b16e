/** The account with which a link is used. */
import type { Account } from '../../contract/bridge/accounts';
import type { AccountFallback } from '../../contract/bridge/links';
import { fail } from '../../contract/errors';
import type { Topic } from '../runtime/topic';
import type { ResolveAccount, ResolvedAccount } from '../sign-in/resolve-account';

export interface AccountChoice {
  readonly connectionId: string;
  readonly accountId?: string | undefined;
  readonly orElse?: AccountFallback | undefined;
}

/**
 * Returns the chosen account, or the current one, or the caller's fallback if there is none. Throws `unknown-account` for an account of
 * another connection, and `signed-out` for one whose session has ended, or that is anonymous unless that is accepted.
 */
export async function accountFor(
  accounts: Topic<Account[]>,
  resolveAccount: ResolveAccount,
  choice: AccountChoice,
): Promise<ResolvedAccount> {
  const { connectionId, accountId, orElse = 'redirect' } = choice;
  if (accountId === undefined) return resolveAccount(connectionId, orElse);
  const account = accounts.get().value.find(({ id }) => id === accountId);
  if (account?.connectionId !== connectionId) throw fail('unknown-account');
  if (account.state === 'signed-in' || (account.state === 'anonymous' && orElse === 'anonymous')) return { kind: 'account', accountId };
  throw fail('signed-out');
}
