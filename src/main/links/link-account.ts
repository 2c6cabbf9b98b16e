/** Who does what a link is for. */
import type { Account, AccountFallback, ResolvedAccount } from '../../contract/bridge/accounts';
import { fail } from '../../contract/errors';
import type { Topic } from '../runtime/topic';
import type { ResolveAccount } from '../sign-in/resolve-account';

export interface AccountChoice {
  readonly connectionId: string;
  readonly accountId?: string | undefined;
  readonly orElse?: AccountFallback | undefined;
}

/**
 * The account that was named, else the current one, else what the caller chose for when there is none. Fails with
 * `unknown-account` for one of another connection, with `signed-out` for one whose session ended or who has no name, unless
 * that is accepted.
 */
export async function accountFor(accounts: Topic<Account[]>, need: ResolveAccount, wish: AccountChoice): Promise<ResolvedAccount> {
  const { connectionId, accountId, orElse = 'redirect' } = wish;
  if (accountId === undefined) return need(connectionId, orElse);
  const account = accounts.get().value.find(({ id }) => id === accountId);
  if (account?.connectionId !== connectionId) throw fail('unknown-account');
  if (account.state === 'signed-in' || (account.state === 'anonymous' && orElse === 'anonymous')) return { kind: 'account', accountId };
  throw fail('signed-out');
}
