/** The refresh of a session's tokens: once for all callers in all processes of the profile. */
import { AppError, fail } from '../../../contract/errors';
import { isInGroup } from '../../../contract/known-errors';
import { shareInFlight } from '../../runtime/pending';
import type { RefreshLock } from './refresh-lock';
import type { TokenCache } from './token-cache';
import type { StoredTokens, TokenStore, Tokens } from './token-store';

export interface RefreshTokensDeps {
  readonly tokenSet: string;
  readonly store: TokenStore;
  readonly lock: RefreshLock;
  readonly cache: TokenCache;
  /** Reads the stored tokens. Throws `signed-out` if there are none or the session has ended. */
  readonly readStored: () => Promise<StoredTokens>;
  readonly isUsable: (tokens: Tokens) => boolean;
  /** Whether the session has not ended. Reads the file, because another process may have ended it. */
  readonly isInUse: () => Promise<boolean>;
  /** Requests a new access token from the service. */
  readonly requestRefresh: (refreshToken: string) => Promise<string>;
  readonly onRefreshed: () => Promise<void>;
  /** Runs when the service reports that the session has ended. */
  readonly onEnded: () => Promise<void>;
}

/** Creates the function. Concurrent callers share one refresh. It throws `session-ended`, `signed-out`, and the codes of a call. */
export function createRefreshTokens(deps: RefreshTokensDeps): () => Promise<Tokens> {
  return shareInFlight(async () => {
    try {
      return await deps.lock(deps.tokenSet, (confirmLock) => refresh(deps, confirmLock));
    } catch (thrown) {
      if (!isSessionOver(thrown)) throw thrown;
      await deps.onEnded();
      throw fail('session-ended', {}, thrown);
    }
  });
}

/** Runs under the lock. Another caller or process may have refreshed the tokens while this call waited for it. */
async function refresh(deps: RefreshTokensDeps, confirmLock: () => Promise<void>): Promise<Tokens> {
  const { tokenSet, store, cache } = deps;
  const stored = await deps.readStored();
  if (deps.isUsable(stored)) return stored;
  const access = await deps.requestRefresh(stored.refresh);
  // Another process may have stored newer tokens while this one was stopped.
  await confirmLock();
  if (!(await deps.isInUse())) throw fail('signed-out');
  const tokens = { refresh: stored.refresh, access };
  // The service has accepted an overdue refresh token, so its stored time is reset.
  await (stored.isOverdue ? store.write(tokenSet, tokens) : store.writeAccess(tokenSet, access));
  // The session ended or was replaced while the token was being stored. Remove it so that no orphaned secret remains.
  if (!(await deps.isInUse())) {
    await store.clear(tokenSet);
    throw fail('signed-out');
  }
  cache.keep(tokens);
  await deps.onRefreshed();
  return tokens;
}

/** Whether the error means that the session has ended. `CANNOT_DELETE_CURRENT_SESSION` is in the same group but doesn't mean that. */
function isSessionOver(thrown: unknown): boolean {
  const known = thrown instanceof AppError ? thrown.report.known : undefined;
  return known !== undefined && known !== 'CANNOT_DELETE_CURRENT_SESSION' && isInGroup(known, 'REFRESH_TOKEN_ERROR');
}
