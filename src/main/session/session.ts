/** One account's session: hands out tokens with life in them, refreshing at most once for all who ask at the same time. */
import { AppError, fail } from '../../contract/errors';
import { isInGroup } from '../../contract/known-errors';
import type { TokenSource } from '../service/send';
import { livesLongEnough, type ServerClock } from './token-life';
import type { TokenStore, Tokens } from './token-store';

export interface SessionParts {
  readonly accountId: string;
  readonly store: TokenStore;
  readonly serverClock: ServerClock;
  /** Asks the service for a new access token; answers its text. */
  readonly requestRefresh: (refreshToken: string) => Promise<string>;
  /** Runs once, when the service says that the session is over. */
  readonly onEnded: () => void;
}

export interface Session extends TokenSource {
  readonly state: 'signed-in' | 'invalid';
  /** Forgets the tokens; calls made afterwards fail with `signed-out`. */
  end(): Promise<void>;
}

export function createSession(parts: SessionParts): Session {
  let state: Session['state'] = 'signed-in';
  const refused = new Set<string>();
  let refreshing: Promise<string> | null = null;

  const isOver = () => state === 'invalid';

  const read = async (): Promise<Tokens> => {
    const stored = isOver() ? null : await parts.store.read(parts.accountId);
    if (stored === null) throw fail('signed-out');
    return stored;
  };

  const isUsable = (access: string): boolean => {
    if (refused.has(access)) return false;
    try {
      return livesLongEnough(access, parts.serverClock.now());
    } catch (thrown) {
      // A keychain's item that someone broke costs a refresh, not the session.
      if (thrown instanceof AppError && thrown.code === 'bad-token') return false;
      throw thrown;
    }
  };

  const refresh = async (): Promise<string> => {
    // Someone may have refreshed between the caller's look at the store and its turn.
    const stored = await read();
    if (stored.access !== null && isUsable(stored.access)) return stored.access;
    const access = await parts.requestRefresh(stored.refresh);
    if (isOver()) throw fail('signed-out');
    await parts.store.write(parts.accountId, { refresh: stored.refresh, access });
    refused.clear();
    if (!isOver()) return access;
    // Ended while it was being stored: what is stored now is nobody's.
    await parts.store.clear(parts.accountId);
    throw fail('signed-out');
  };

  const refreshOrEnd = async (): Promise<string> => {
    try {
      return await refresh();
    } catch (thrown) {
      if (!isSessionOver(thrown)) throw thrown;
      await invalidate();
      throw fail('session-ended', {}, thrown);
    }
  };

  const invalidate = async () => {
    if (isOver()) return;
    state = 'invalid';
    try {
      await parts.store.clear(parts.accountId);
    } finally {
      parts.onEnded();
    }
  };

  const refreshOnce = (): Promise<string> => {
    refreshing ??= refreshOrEnd().finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  return {
    get state() {
      return state;
    },
    async tokens() {
      const { access, refresh: refreshToken } = await read();
      return { access: access !== null && isUsable(access) ? access : await refreshOnce(), refresh: refreshToken };
    },
    refuse(access) {
      refused.add(access);
    },
    async end() {
      state = 'invalid';
      await parts.store.clear(parts.accountId);
    },
  };
}

/** `CANNOT_DELETE_CURRENT_SESSION` stands in the same group but says nothing about the session's life. */
function isSessionOver(thrown: unknown): boolean {
  const known = thrown instanceof AppError ? thrown.report.known : undefined;
  return known !== undefined && known !== 'CANNOT_DELETE_CURRENT_SESSION' && isInGroup(known, 'REFRESH_TOKEN_ERROR');
}
