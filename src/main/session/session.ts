/** A session: provides valid tokens, refreshed once for all callers in all processes of the profile. */
import { AppError, fail, nullForAppError } from '#contract/errors.ts';
import { isInGroup } from '#contract/known-errors.ts';
import type { TokenSource } from '../remote/send';
import { shareInFlight } from '../runtime/pending';
import { createLifeCheck, type ServerClock } from './token-life';
import type { RefreshLock, StoredTokens, TokenStore, Tokens } from './token-store';

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
  const hasLife = createLifeCheck();
  const isOver = () => state === 'invalid';
  /** Reads the stored tokens. If there are none, ends the session and throws `signed-out`. */
  const readOrEnd = async (): Promise<StoredTokens> => {
    if (isOver()) throw fail('signed-out');
    const tokens = await cache.read();
    if (tokens === null) await invalidate();
    if (tokens === null || isOver()) throw fail('signed-out');
    return tokens;
  };

  const isUsable = (tokens: Tokens): boolean =>
    tokens.access !== null && !refused.has(tokens.access) && hasLife(tokens, deps.serverClock.now());
  const end = () => {
    state = 'invalid';
    cache.forget();
  };
  const invalidate = async () => {
    if (isOver()) return;
    end();
    await deps.onEnded();
  };
  const refresh = createRefreshTokens({
    ...deps,
    cache,
    readStored: readOrEnd,
    isUsable,
    isInUse: async () => !isOver() && (await deps.isUsed()),
    onRefreshed() {
      refused.clear();
      return deps.onRefreshed();
    },
    onEnded: invalidate,
  });

  const source: TokenSource = {
    async tokens() {
      const tokens = (isOver() ? null : cache.fresh()) ?? (await readOrEnd());
      const { access, refresh: refreshToken } = isUsable(tokens) ? tokens : await refresh();
      if (access === null) throw fail('signed-out');
      return { access, refresh: refreshToken };
    },
    refuse: (access) => void refused.add(access),
  };

  return {
    ...source,
    get state() {
      return state;
    },
    hasLostUser: shareInFlight(async () => {
      if (!(await mayHaveUser(deps, source))) await invalidate();
      return isOver();
    }),
    reread: cache.reread,
    end,
  };
}

/** Whether the user of the session exists; true if that can't be checked. */
async function mayHaveUser({ hasUser }: SessionDeps, source: TokenSource): Promise<boolean> {
  return (await hasUser(source).catch(nullForAppError)) ?? true;
}

/** The refresh of a session's tokens: once for all callers in all processes of the profile. */
interface RefreshTokensDeps {
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
function createRefreshTokens(deps: RefreshTokensDeps): () => Promise<Tokens> {
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

/** In-memory cache of a token set: read from the store once, and again after a change. */
interface TokenCache {
  /** Returns the tokens in memory; null if there are none, or the store may have others. */
  fresh(): Tokens | null;
  /** Reads the tokens from the store. */
  read(): Promise<StoredTokens | null>;
  keep(tokens: Tokens): void;
  /** Invalidates the cache. */
  reread(): void;
  forget(): void;
}

function createTokenCache(store: TokenStore, tokenSet: string, received: Tokens | null): TokenCache {
  let cached = received;
  let isFresh = received !== null;

  const read = async (): Promise<StoredTokens | null> => {
    // Set before reading, so that a change reported in the meantime is not missed.
    isFresh = true;
    const stored = await store.read(tokenSet).catch((thrown) => {
      isFresh = false;
      throw thrown;
    });
    // An access token too long for the store is in memory only.
    const found = stored && { ...stored, access: stored.access ?? cached?.access ?? null };
    cached = found;
    return found;
  };

  return {
    read,
    fresh: () => (isFresh ? cached : null),
    keep(tokens) {
      cached = tokens;
    },
    reread() {
      isFresh = false;
    },
    forget() {
      cached = null;
    },
  };
}
