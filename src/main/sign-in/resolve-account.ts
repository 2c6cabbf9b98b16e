/** Returns the account with which a link is used, or the caller's fallback if there is none. */
import type { Account } from '../../contract/bridge/accounts';
import type { AccountFallback } from '../../contract/bridge/links';
import { fail } from '../../contract/errors';
import type { Topic } from '../runtime/topic';
import { type AnonymousDeps, signUpAnonymously } from './sign-up-anonymously';

export type ResolvedAccount =
  | { readonly kind: 'account'; readonly accountId: string }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'none' };

export type ResolveAccount = (connectionId: string, orElse: AccountFallback) => Promise<ResolvedAccount>;

/** Creates the function. It throws `signed-out` if the fallback is `throw`, and the codes of an anonymous sign-up if it is `anonymous`. */
export function createResolveAccount(deps: AnonymousDeps, accounts: Topic<Account[]>): ResolveAccount {
  return async (connectionId, orElse) => {
    const current = accounts.get().value.find((account) => account.connectionId === connectionId && account.current);
    if (current?.state === 'signed-in' || (current?.state === 'anonymous' && orElse === 'anonymous')) {
      return { kind: 'account', accountId: current.id };
    }
    switch (orElse) {
      case 'redirect':
        return { kind: 'sign-in' };
      case 'null':
        return { kind: 'none' };
      case 'throw':
        throw fail('signed-out');
      case 'anonymous':
        return { kind: 'account', accountId: (await signUpAnonymously(deps, connectionId)).accountId };
    }
  };
}
