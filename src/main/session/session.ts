/** A session: provides valid tokens, refreshed once for all callers in all processes of the profile. */
import { fail, nullForAppError } from '../../contract/errors';
import type { TokenSource } from '../remote/send';
import { shareInFlight } from '../runtime/pending';
import type { RefreshLock } from './tokens/refresh-lock';
import { createRefreshTokens } from './tokens/refresh-tokens';
import { createTokenCache } from './tokens/token-cache';
import { hasLife, type ServerClock } from './tokens/token-life';
import type { TokenStore, Tokens } from './tokens/token-store';

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
    readStored: () => readOrEnd(cache.read),
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
      const tokens = await readOrEnd(cache.current);
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
