/** Token sets in the secret store: one item for each token, with the time at which it was stored. */
import { AppError, fail } from '../../../contract/errors';
import { accessTokenKeptMillis, refreshTokenMillis } from '../../../contract/limits';
import type { Clock, SecretStore } from '../../ports';
import { assertRefreshToken, expiryOf } from './token-life';

export interface Tokens {
  readonly refresh: string;
  readonly access: string | null;
}

/** Tokens that were read from the store. */
export interface StoredTokens extends Tokens {
  /** Whether the refresh token should have expired, by the local clock. The clock may be wrong, so the service decides. */
  readonly isOverdue: boolean;
}

/** Stores token sets. Rejects with the secret store's codes; an unreadable store is never treated as empty. */
export interface TokenStore {
  /** Rejects if the store is locked or unavailable. Called before a one-time code is used. */
  assertReady(): Promise<void>;
  /** Returns the tokens, however old they are; null if there are none. Throws `keychain-corrupt` for a damaged refresh token. */
  read(tokenSet: string): Promise<StoredTokens | null>;
  /** Validates both tokens before storing either. Throws `bad-token`. */
  write(tokenSet: string, tokens: Tokens): Promise<void>;
  /** Replaces the access token. A token too long for the store is not stored, without an error. */
  writeAccess(tokenSet: string, access: string): Promise<void>;
  clear(tokenSet: string): Promise<void>;
}

type Kind = 'refresh' | 'access';

interface StoredToken {
  readonly text: string;
  readonly ageMillis: number;
}

const item = (tokenSet: string, kind: Kind) => `account/${tokenSet}/${kind}`;

/** Returns the items of the secret store that contain a token set. */
export function tokenItems(tokenSet: string): string[] {
  return [item(tokenSet, 'access'), item(tokenSet, 'refresh')];
}

export function createTokenStore(secrets: SecretStore, clock: Pick<Clock, 'now'>): TokenStore {
  const read = async (tokenSet: string, kind: Kind): Promise<StoredToken | null> => {
    const stored = await secrets.get(item(tokenSet, kind));
    if (stored === null) return null;
    // A damaged item is read as an empty token, to distinguish it from a missing one.
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
      for (const one of tokenItems(tokenSet)) await secrets.delete(one);
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
