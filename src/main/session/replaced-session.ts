/** Ends the session that a new sign-in of the same user replaced, because this profile no longer uses it. */
import type { Clock } from '../ports';
import type { Sender, Target, TokenSource } from '../remote/send';
import type { AccountRecord } from './accounts-file';
import { refreshAccessToken, revokeRemoteSession } from './session-calls';
import { hasLife } from './tokens/token-life';
import type { TokenStore, Tokens } from './tokens/token-store';

export interface ReplacedSessionDeps {
  readonly store: TokenStore;
  readonly sender: Sender;
  readonly clock: Clock;
  /** The target that the session belongs to; null if it is not available. */
  readonly target: Promise<Target | null>;
  /** Returns the service's time in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Ends a replaced session at the service, with a timeout of 5 s. Failures are ignored. Does not end a session that is shared, or that
 * has the same refresh token as the new session.
 */
export async function endReplaced(deps: ReplacedSessionDeps, replaced: AccountRecord, refreshToken: string): Promise<void> {
  if (replaced.handOvers.length > 0) return;
  // Without readable tokens the session can't be ended. The caller removes them anyway.
  const tokens = await deps.store.read(replaced.tokenSet).catch(() => null);
  if (tokens === null || tokens.refresh === refreshToken) return;
  const target = await deps.target;
  if (target === null) return;
  await revokeRemoteSession(deps.sender, deps.clock, async () => target, unusedTokens(deps, target, tokens));
}

/** Returns a source for tokens that no account uses. Refreshed tokens are not stored. */
function unusedTokens({ sender, now }: ReplacedSessionDeps, target: Target, { refresh, access: stored }: Tokens): TokenSource {
  let access = stored !== null && hasLife(stored, now()) ? stored : null;
  return {
    async tokens() {
      access ??= await refreshAccessToken(sender, target, refresh);
      return { access, refresh };
    },
    refuse(refused) {
      if (access === refused) access = null;
    },
  };
}
