/** One account's session: hands out tokens with life in them, refreshing at most once for all who ask at the same time. */
import { AppError, fail } from '../../contract/errors';
import { isInGroup } from '../../contract/known-errors';
import type { TokenSource } from '../service/send';
import { livesLongEnough, type ServerClock } from './token-life';
import type { TokenStore } from './token-store';

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
  let refused: string | null = null;
  let refreshing: Promise<string> | null = null;

  const refresh = async (refreshToken: string): Promise<string> => {
    try {
      const access = await parts.requestRefresh(refreshToken);
      if (state === 'invalid') throw fail('signed-out');
      await parts.store.write(parts.accountId, { refresh: refreshToken, access });
      return access;
    } catch (thrown) {
      if (!isSessionOver(thrown)) throw thrown;
      await invalidate();
      throw fail('session-ended', {}, thrown);
    }
  };

  const invalidate = async () => {
    if (state === 'invalid') return;
    state = 'invalid';
    await parts.store.clear(parts.accountId);
    parts.onEnded();
  };

  const refreshOnce = (refreshToken: string): Promise<string> => {
    refreshing ??= refresh(refreshToken).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  return {
    get state() {
      return state;
    },
    async tokens() {
      const stored = state === 'invalid' ? null : await parts.store.read(parts.accountId);
      if (stored === null) throw fail('signed-out');
      const usable = stored.access !== null && stored.access !== refused && livesLongEnough(stored.access, parts.serverClock.now());
      return { access: usable && stored.access !== null ? stored.access : await refreshOnce(stored.refresh), refresh: stored.refresh };
    },
    refuse(access) {
      refused = access;
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
