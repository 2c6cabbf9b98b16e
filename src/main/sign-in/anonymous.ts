/** Anonymous accounts: signing up as one, also when a link is used without an account. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { AccountFallback } from '#contract/bridge/links.ts';
import type { SignedInStep } from '#contract/bridge/sign-in.ts';
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { AssertWritable } from '../gateway/safety';
import { pinConnection } from '../records/pinned-connection';
import type { Topic } from '../runtime/topics';
import { type FinishDeps, finishSignIn, requestSession } from './finish';

export interface AnonymousDeps extends FinishDeps {
  readonly assertWritable: AssertWritable;
}

/** Signs up an anonymous user and signs it in. Throws ANONYMOUS_ACCOUNTS_NOT_ENABLED if the project doesn't allow that. */
export async function signUpAnonymously(deps: AnonymousDeps, connectionId: string): Promise<SignedInStep> {
  const assertAllowed = () => deps.assertWritable(connectionId);
  assertAllowed();
  const pinned = pinConnection(deps, { connectionId });
  const target = await deps.sessions.target(connectionId, pinned.destination);
  const signedIn = await requestSession(deps, () => deps.sender.send(catalog.auth.anonymousSignUp, 'none', target, {}, { assertAllowed }));
  return finishSignIn(deps, pinned, signedIn, { isNewUser: true });
}

/** Returns the account with which a link is used, or the caller's fallback if there is none. */
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
