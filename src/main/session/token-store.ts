/** An account's tokens in the secret store: one item each, with a lifetime. */
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
  read(accountId: string): Promise<StoredTokens | null>;
  /** Checks both tokens before either is stored; fails with `bad-token`. */
  write(accountId: string, tokens: Tokens): Promise<void>;
  /** Replaces the access token. One too long for the store is not kept there, which is no error. */
  writeAccess(accountId: string, access: string): Promise<void>;
  clear(accountId: string): Promise<void>;
}

type Kind = 'refresh' | 'access';

interface StoredToken {
  readonly text: string;
  readonly ageMillis: number;
}

export function createTokenStore(secrets: SecretStore, clock: Pick<Clock, 'now'>): TokenStore {
  const item = (accountId: string, kind: Kind) => `account/${accountId}/${kind}`;

  const read = async (accountId: string, kind: Kind): Promise<StoredToken | null> => {
    const stored = await secrets.get(item(accountId, kind));
    if (stored === null) return null;
    // A damaged item is not a missing one: it reads as an empty token.
    const [, savedAt = '0', text = ''] = /^(\d+) (.*)$/s.exec(stored) ?? [];
    return { text, ageMillis: clock.now() - Number(savedAt) };
  };
  const write = (accountId: string, kind: Kind, token: string) => secrets.set(item(accountId, kind), `${clock.now()} ${token}`);

  const writeAccess = async (accountId: string, access: string): Promise<void> => {
    expiryOf(access);
    await write(accountId, 'access', access).catch(async (thrown) => {
      if (!(thrown instanceof AppError) || thrown.code !== 'keychain-full') throw thrown;
      await secrets.delete(item(accountId, 'access'));
    });
  };

  return {
    writeAccess,
    async assertReady() {
      await secrets.get(item('none', 'refresh'));
    },
    async read(accountId) {
      const refresh = await read(accountId, 'refresh');
      if (refresh === null) return null;
      assertUnbroken(refresh.text);
      const access = await read(accountId, 'access');
      const isKept = access !== null && access.ageMillis <= accessTokenKeptMillis;
      return { refresh: refresh.text, access: isKept ? access.text : null, isOverdue: refresh.ageMillis > refreshTokenMillis };
    },
    async write(accountId, { refresh, access }) {
      assertRefreshToken(refresh);
      if (access !== null) expiryOf(access);
      await write(accountId, 'refresh', refresh);
      if (access === null) await secrets.delete(item(accountId, 'access'));
      else await writeAccess(accountId, access);
    },
    async clear(accountId) {
      await secrets.delete(item(accountId, 'access'));
      await secrets.delete(item(accountId, 'refresh'));
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
