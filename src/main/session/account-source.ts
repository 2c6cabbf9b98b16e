/** The tokens of an account, whichever session it has at the time of each call. */
import { fail } from '../../contract/errors';
import type { TokenSource } from '../remote/send';
import type { Session } from './session';

/**
 * Returns a source that outlives a new sign-in of the same user: what a replaced session could not provide comes from the one that
 * took its place. `current` is undefined once the account is removed; calls then fail with `signed-out`.
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
