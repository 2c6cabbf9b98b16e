/** A session: provides valid tokens, refreshed once for all callers in all processes of the profile. */
import { AppError, fail, nullForAppError } from '../../contract/errors';
import { isInGroup } from '../../contract/known-errors';
import type { TokenSource } from '../remote/send';
import { shareInFlight } from '../runtime/pending';
import type { RefreshLock } from './refresh-lock';
import { createTokenCache } from './token-cache';
import { hasLife, type ServerClock } from './token-life';
import type { TokenStore, Tokens } from './token-store';

export interface SessionDeps {
  /** Name of the tokens in the store. */
  readonly tokenSet: string;
  readonly store: TokenStore;
  readonly serverClock: ServerClock;
  readonly lock: RefreshLock;
  /** Requests a new access token from the service. */
  readonly requestRefresh: (refreshToken: string) => Promise<string>;
  /** Whether the user of the tokens exists. Throws the codes of a call. */
  readonly hasUser: (source: TokenSource) => Promise<boolean>;
  /** Whether an account still uses the token set, according to the file that all processes of the profile share. */
  readonly isUsed: () => Promise<boolean>;
  /** Runs after this process has stored a new access token. */
  readonly onRefreshed: () => Promise<void>;
  /** Runs once when the session has ended. Responsible for removing the secrets. */
  readonly onEnded: () => Promise<void>;
}

export interface Session extends TokenSource {
  hasLostUser(): Promise<boolean>;
  readonly state: 'signed-in' | 'invalid';
  /** Invalidates the tokens in memory, after another process has changed them. */
  reread(): void;
  /** Ends the session locally. `tokens` then throws `signed-out`. The caller removes the secrets. */
  end(): void;
}

/** Creates a session for the stored tokens, or for those just received. */
export function createSession(deps: SessionDeps, received: Tokens | null = null): Session {
  let state: Session['state'] = 'signed-in';
  const cache = createTokenCache(deps.store, deps.tokenSet, received);
  const refused = new Set<string>();

  const isOver = () => state === 'invalid';

  /** Reads tokens. If there are none, ends the session and throws `signed-out`. */
  const readOrEnd = async <T extends Tokens>(read: () => Promise<T | null>): Promise<T> => {
    if (isOver()) throw fail('signed-out');
    const tokens = await read();
    if (tokens === null) await invalidate();
    if (tokens === null || isOver()) throw fail('signed-out');
    return tokens;
  };

  const isUsable = ({ access }: Tokens): boolean => access !== null && !refused.has(access) && hasLife(access, deps.serverClock.now());

  /** Whether the session is in use. Reads the file, because another process may have ended it. */
  const isInUse = async () => !isOver() && (await deps.isUsed());

  /** Runs under the lock. Another caller or process may have refreshed the tokens while this call waited for it. */
  const refresh = async (confirmLock: () => Promise<void>): Promise<Tokens> => {
    const stored = await readOrEnd(cache.read);
    if (isUsable(stored)) return stored;
    const access = await deps.requestRefresh(stored.refresh);
    // Another process may have stored newer tokens while this one was stopped.
    await confirmLock();
    if (!(await isInUse())) throw fail('signed-out');
    const tokens = { refresh: stored.refresh, access };
    // The service has accepted an overdue refresh token, so its stored time is reset.
    await (stored.isOverdue ? deps.store.write(deps.tokenSet, tokens) : deps.store.writeAccess(deps.tokenSet, access));
    // The session ended or was replaced while the token was being stored. Remove it so that no orphaned secret remains.
    if (!(await isInUse())) {
      await deps.store.clear(deps.tokenSet);
      throw fail('signed-out');
    }
    refused.clear();
    cache.keep(tokens);
    await deps.onRefreshed();
    return tokens;
  };

  const refreshOrEnd = async (): Promise<Tokens> => {
    try {
      return await deps.lock(deps.tokenSet, refresh);
    } catch (thrown) {
      if (!isSessionOver(thrown)) throw thrown;
      await invalidate();
      throw fail('session-ended', {}, thrown);
    }
  };

  const end = () => {
    state = 'invalid';
    cache.forget();
  };

  const invalidate = async () => {
    if (isOver()) return;
    end();
    await deps.onEnded();
  };

  let refreshing: Promise<Tokens> | null = null;
  const refreshOnce = (): Promise<Tokens> => {
    refreshing ??= refreshOrEnd().finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  const source: TokenSource = {
    async tokens() {
      const tokens = await readOrEnd(cache.current);
      const { access, refresh: refreshToken } = isUsable(tokens) ? tokens : await refreshOnce();
      if (access === null) throw fail('signed-out');
      return { access, refresh: refreshToken };
    },
    refuse(access) {
      refused.add(access);
    },
  };

  return {
    ...source,
    get state() {
      return state;
    },
    hasLostUser: shareInFlight(async () => {
      // If the check fails, the user is assumed to exist.
      const isKnown = (await deps.hasUser(source).catch(nullForAppError)) ?? true;
      if (!isKnown) await invalidate();
      return isOver();
    }),
    reread: cache.reread,
    end,
  };
}

/** Whether the error means that the session has ended. `CANNOT_DELETE_CURRENT_SESSION` is in the same group but doesn't mean that. */
function isSessionOver(thrown: unknown): boolean {
  const known = thrown instanceof AppError ? thrown.report.known : undefined;
  return known !== undefined && known !== 'CANNOT_DELETE_CURRENT_SESSION' && isInGroup(known, 'REFRESH_TOKEN_ERROR');
}
