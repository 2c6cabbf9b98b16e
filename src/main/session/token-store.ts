/** Token sets in the secret store: one item for each token, with the time at which it was stored. */
import { AppError, fail } from '../../contract/errors';
import { accessTokenKeptMillis, refreshTokenMillis } from '../../contract/limits';
import type { Clock, SecretStore } from '../ports';
import { assertRefreshToken, expiryOf } from './token-life';

export interface Tokens {
  readonly refresh: string;
  readonly access: string | null;
}

/** Tokens as the store has them. */
export interface StoredTokens extends Tokens {
  /** Stored longer ago than a refresh token lives, by the local clock, which may be wrong: the service has the last word. */
  readonly isOverdue: boolean;
}

/** Fails with the secret store's codes; a store that cannot be read is never taken for an empty one. */
export interface TokenStore {
  /** Fails as writing would while the store is locked or away: to be asked before something is spent on tokens. */
  assertReady(): Promise<void>;
  /** Null when there are none. However old they are, they are returned. Fails with `keychain-corrupt` for a damaged refresh token. */
  read(tokenSet: string): Promise<StoredTokens | null>;
  /** Checks both tokens before either is stored; fails with `bad-token`. */
  write(tokenSet: string, tokens: Tokens): Promise<void>;
  /** Replaces the access token. One too long for the store is not kept there, which is no error. */
  writeAccess(tokenSet: string, access: string): Promise<void>;
  clear(tokenSet: string): Promise<void>;
}

type Kind = 'refresh' | 'access';

interface StoredToken {
  readonly text: string;
  readonly ageMillis: number;
}

export function createTokenStore(secrets: SecretStore, clock: Pick<Clock, 'now'>): TokenStore {
  const item = (tokenSet: string, kind: Kind) => `account/${tokenSet}/${kind}`;

  const read = async (tokenSet: string, kind: Kind): Promise<StoredToken | null> => {
    const stored = await secrets.get(item(tokenSet, kind));
    if (stored === null) return null;
    // A damaged item is not a missing one: it reads as an empty token.
    const [, savedAt = '0', text = ''] = /^(\d+) (.*)$/s.exec(stored) ?? [];
    return { text, ageMillis: clock.now() - Number(savedAt) };
  };
  const write = (tokenSet: string, kind: Kind, token: string) => secrets.set(item(tokenSet, kind), `${clock.now()} ${token}`);

  const writeAccess = async (tokenSet: string, access: string): Promise<void> => {
    expiryOf(access);
    await write(tokenSet, 'access', access).catch(async (thrown) => {
      if (!(thrown instanceof AppError) || thrown.code !== 'keychain-full') throw thrown;
      await secrets.delete(item(tokenSet, 'access'));
    });
  };

  return {
    writeAccess,
    async assertReady() {
      await secrets.get(item('none', 'refresh'));
    },
    async read(tokenSet) {
      const refresh = await read(tokenSet, 'refresh');
      if (refresh === null) return null;
      assertUnbroken(refresh.text);
      const access = await read(tokenSet, 'access');
      const isKept = access !== null && access.ageMillis <= accessTokenKeptMillis;
      return { refresh: refresh.text, access: isKept ? access.text : null, isOverdue: refresh.ageMillis > refreshTokenMillis };
    },
    async write(tokenSet, { refresh, access }) {
      assertRefreshToken(refresh);
      if (access !== null) expiryOf(access);
      await write(tokenSet, 'refresh', refresh);
      if (access === null) await secrets.delete(item(tokenSet, 'access'));
      else await writeAccess(tokenSet, access);
    },
    async clear(tokenSet) {
      await secrets.delete(item(tokenSet, 'access'));
      await secrets.delete(item(tokenSet, 'refresh'));
    },
  };
}

function assertUnbroken(refreshToken: string): void {
  try {
    assertRefreshToken(refreshToken);
  } catch (cause) {
    throw fail('keychain-corrupt', {}, cause);
  }
}
