/** The account a screen acts as, or what its caller chose for when there is none. */
import type { Account, AccountFallback, ResolvedAccount } from '../../contract/bridge/accounts';
import { fail } from '../../contract/errors';
import type { Topic } from '../runtime/topic';
import { signUpWithoutName } from './anonymous';
import type { FinishDeps } from './finish';

export type ResolveAccount = (connectionId: string, orElse: AccountFallback) => Promise<ResolvedAccount>;

/** Answers for screens; fails with `signed-out` where the caller chose `throw`, else with what an anonymous sign-up fails with. */
export function createResolveAccount(parts: FinishDeps, accounts: Topic<Account[]>): ResolveAccount {
  return async (connectionId, orElse) => {
    const current = accounts.get().value.find((account) => account.connectionId === connectionId && account.current);
    if (current?.state === 'signed-in' || (current?.state === 'anonymous' && orElse === 'anonymous')) {
      return { kind: 'account', accountId: current.id };
    }
    switch (orElse) {
      case 'redirect':
        return { kind: 'sign-in' };
      case 'null':
        return { kind: 'nobody' };
      case 'throw':
        throw fail('signed-out');
      case 'anonymous':
        return { kind: 'account', accountId: (await signUpWithoutName(parts, connectionId)).accountId };
    }
  };
}
