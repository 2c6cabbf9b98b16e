/** The session that a new sign-in of the same user replaces: this profile no longer uses it, so the service should end it. */
import type { Clock } from '../ports';
import type { Sender, Target, TokenSource } from '../remote/send';
import type { AccountRecord } from './accounts-file';
import { refreshAccessToken, revokeRemoteSession } from './session-calls';
import { hasLife } from './token-life';
import type { TokenStore, Tokens } from './token-store';

export interface ReplacedSessionDeps {
  readonly store: TokenStore;
  readonly sender: Sender;
  readonly clock: Clock;
  /** Where the session belongs; null where that cannot be reached. */
  readonly target: Promise<Target | null>;
  /** The service's time, in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Ends a replaced session at the service, within 5 s, whether or not that succeeds. A session that is used elsewhere as well stays,
 * and so does one whose refresh token is the new session's own.
 */
export async function endReplaced(deps: ReplacedSessionDeps, replaced: AccountRecord, refreshToken: string): Promise<void> {
  if (replaced.handOvers.length > 0) return;
  // Tokens that cannot be read end nothing; they are removed all the same.
  const tokens = await deps.store.read(replaced.tokenSet).catch(() => null);
  if (tokens === null || tokens.refresh === refreshToken) return;
  const target = await deps.target;
  if (target === null) return;
  await revokeRemoteSession(deps.sender, deps.clock, async () => target, unusedTokens(deps, target, tokens));
}

/** Returns a source of tokens that no account uses: refreshed where needed, and stored nowhere. */
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
