/** Signing out: ends a session at the service and removes its account. */
import { AppError } from '../../contract/errors';
import type { Clock } from '../ports';
import type { Sender, Target } from '../remote/send';
import type { AccountRegistry } from './account-registry';
import { revokeRemoteSession } from './session-calls';
import type { TokenStore } from './tokens/token-store';

export interface SignOut {
  /**
   * Ends the session at the service if that succeeds within 5 s, and removes the account. Throws the keychain's code and changes
   * nothing if the keychain is locked or unavailable, because the secrets can't be removed then.
   */
  signOut(accountId: string): Promise<{ endedAtService: boolean }>;
  /** Signs out all accounts of a connection, one after another. `endedAtService` is false if a session was not ended there. */
  signOutAll(connectionId: string): Promise<{ endedAtService: boolean }>;
}

export interface SignOutDeps {
  readonly registry: Pick<AccountRegistry, 'all' | 'find' | 'remove'>;
  readonly store: TokenStore;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly target: (connectionId: string) => Promise<Target>;
}

/** Creates the functions. */
export function createSignOut({ registry, store, sender, clock, target }: SignOutDeps): SignOut {
  const signOut = async (accountId: string) => {
    const { account, session } = registry.find(accountId);
    const isOver = session.state === 'invalid';
    if (!isOver) await assertReadable(store, account.tokenSet);
    const endedAtService = isOver || (await revokeRemoteSession(sender, clock, () => target(account.connectionId), session));
    // Matches the token set too, so that a new sign-in in the meantime is not removed.
    await registry.remove(({ id, tokenSet }) => id === accountId && tokenSet === account.tokenSet);
    return { endedAtService };
  };
  return {
    signOut,
    async signOutAll(connectionId) {
      const own = registry.all().filter(({ account }) => account.connectionId === connectionId);
      const endings: boolean[] = [];
      for (const { account } of own) endings.push((await signOut(account.id)).endedAtService);
      return { endedAtService: endings.every(Boolean) };
    },
  };
}

/** Throws if the tokens can't be read. A damaged item is ignored, because it must not prevent signing out. */
async function assertReadable(store: TokenStore, tokenSet: string): Promise<void> {
  await store.read(tokenSet).catch((thrown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'keychain-corrupt') throw thrown;
  });
}
