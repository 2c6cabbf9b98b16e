/** A token source for an account, independent of its current session. */
import { fail } from '../../contract/errors';
import type { TokenSource } from '../remote/send';
import type { Session } from './session';

/**
 * Returns a source that stays valid after a new sign-in of the same user: if a session fails because it was replaced, its tokens come
 * from the new one. `current` returns undefined after the account was removed; `tokens` then throws `signed-out`.
 */
export function accountSource(current: () => Session | undefined): TokenSource {
  return {
    async tokens() {
      const session = current();
      if (session === undefined) throw fail('signed-out');
      try {
        return await session.tokens();
      } catch (thrown) {
        const next = current();
        if (next === undefined || next === session) throw thrown;
        return next.tokens();
      }
    },
    refuse: (access) => current()?.refuse(access),
    hasLostUser: async () => (await current()?.hasLostUser()) ?? true,
  };
}
