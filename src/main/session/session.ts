/** One session: provides tokens with enough life, refreshed once for all callers, in any process of the profile. */
import { AppError, fail, nullForAppError } from '../../contract/errors';
import { isInGroup } from '../../contract/known-errors';
import type { TokenSource } from '../remote/send';
import { shareInFlight } from '../runtime/pending';
import type { RefreshLock } from './refresh-lock';
import { createTokenCache } from './token-cache';
import { hasLife, type ServerClock } from './token-life';
import type { TokenStore, Tokens } from './token-store';

export interface SessionDeps {
  /** Names the tokens in the store. */
  readonly tokenSet: string;
  readonly store: TokenStore;
  readonly serverClock: ServerClock;
  readonly lock: RefreshLock;
  /** Asks the service for a new access token; answers its text. */
  readonly requestRefresh: (refreshToken: string) => Promise<string>;
  /** Whether the service knows the user of the tokens. Fails with the codes of a call. */
  readonly hasUser: (source: TokenSource) => Promise<boolean>;
  /** Whether an account still uses the token set, by the file that all processes of the profile share. */
  readonly isUsed: () => Promise<boolean>;
  /** Runs after this process stored a new access token. */
  readonly onRefreshed: () => Promise<void>;
  /** Runs once, when the session turned out to be over: the secrets are its to remove. */
  readonly onEnded: () => Promise<void>;
}

export interface Session extends TokenSource {
  hasLostUser(): Promise<boolean>;
  readonly state: 'signed-in' | 'invalid';
  /** Another process changed the tokens: what is held in memory no longer counts. */
  reread(): void;
  /** Stops handing out tokens; calls made afterwards fail with `signed-out`. The secrets are the caller's to remove. */
  end(): void;
}

/** Opens a session over the stored tokens, or over those just received. */
export function createSession(parts: SessionDeps, received: Tokens | null = null): Session {
  let state: Session['state'] = 'signed-in';
  const held = createTokenCache(parts.store, parts.tokenSet, received);
  const refused = new Set<string>();

  const isOver = () => state === 'invalid';

  /** Tokens that are gone end the session. */
  const found = async <T extends Tokens>(looking: () => Promise<T | null>): Promise<T> => {
    if (isOver()) throw fail('signed-out');
    const tokens = await looking();
    if (tokens === null) await invalidate();
    if (tokens === null || isOver()) throw fail('signed-out');
    return tokens;
  };

  const isUsable = ({ access }: Tokens): boolean => access !== null && !refused.has(access) && hasLife(access, parts.serverClock.now());

  /** False also when another process ended it, before this one heard of that. */
  const isWanted = async () => !isOver() && (await parts.isUsed());

  /** Runs under the lock: someone may have refreshed while this call waited for it. */
  const refresh = async (confirmLock: () => Promise<void>): Promise<Tokens> => {
    const stored = await found(held.read);
    if (isUsable(stored)) return stored;
    const access = await parts.requestRefresh(stored.refresh);
    // Another process may have stored newer tokens while this one was stopped.
    await confirmLock();
    if (!(await isWanted())) throw fail('signed-out');
    const tokens = { refresh: stored.refresh, access };
    // The service has just confirmed an overdue refresh token: its time starts again.
    await (stored.isOverdue ? parts.store.write(parts.tokenSet, tokens) : parts.store.writeAccess(parts.tokenSet, access));
    // Ended or replaced while it was being stored: no account uses what is stored now.
    if (!(await isWanted())) {
      await parts.store.clear(parts.tokenSet);
      throw fail('signed-out');
    }
    refused.clear();
    held.keep(tokens);
    await parts.onRefreshed();
    return tokens;
  };

  const refreshOrEnd = async (): Promise<Tokens> => {
    try {
      return await parts.lock(parts.tokenSet, refresh);
    } catch (thrown) {
      if (!isSessionOver(thrown)) throw thrown;
      await invalidate();
      throw fail('session-ended', {}, thrown);
    }
  };

  const end = () => {
    state = 'invalid';
    held.forget();
  };

  const invalidate = async () => {
    if (isOver()) return;
    end();
    await parts.onEnded();
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
      const tokens = await found(held.current);
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
      // A service that cannot be asked now has not said that the user is gone.
      const isKnown = (await parts.hasUser(source).catch(nullForAppError)) ?? true;
      if (!isKnown) await invalidate();
      return isOver();
    }),
    reread: held.reread,
    end,
  };
}

/** `CANNOT_DELETE_CURRENT_SESSION` stands in the same group but says nothing about the session's life. */
function isSessionOver(thrown: unknown): boolean {
  const known = thrown instanceof AppError ? thrown.report.known : undefined;
  return known !== undefined && known !== 'CANNOT_DELETE_CURRENT_SESSION' && isInGroup(known, 'REFRESH_TOKEN_ERROR');
}
