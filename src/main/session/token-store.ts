/** An account's tokens in the secret store: one item each, with a lifetime. */
import { AppError, fail } from '../../contract/errors';
import { accessTokenKeptMillis, refreshTokenMillis } from '../../contract/limits';
import type { Clock, SecretStore } from '../ports';
import { assertRefreshToken, expiryOf } from './token-life';

export interface Tokens {
  readonly refresh: string;
  readonly access: string | null;
}

/** Fails with the secret store's codes; a store that cannot be read is never taken for an empty one. */
export interface TokenStore {
  /** Fails as writing would while the store is locked or away: to be asked before something is spent on tokens. */
  assertReady(): Promise<void>;
  /** Null when nobody is signed in with that account any more; `keychain-corrupt` for a refresh token that someone broke. */
  read(accountId: string): Promise<Tokens | null>;
  /** Checks both tokens before either is stored; fails with `bad-token`. */
  write(accountId: string, tokens: Tokens): Promise<void>;
  /** Replaces the access token. One too long for the store is not kept there, which is no error. */
  writeAccess(accountId: string, access: string): Promise<void>;
  clear(accountId: string): Promise<void>;
}

type Kind = 'refresh' | 'access';
const lifetimes: Record<Kind, number> = { refresh: refreshTokenMillis, access: accessTokenKeptMillis };

export function createTokenStore(secrets: SecretStore, clock: Pick<Clock, 'now'>): TokenStore {
  const item = (accountId: string, kind: Kind) => `account/${accountId}/${kind}`;

  const read = async (accountId: string, kind: Kind): Promise<string | null> => {
    const stored = await secrets.get(item(accountId, kind));
    if (stored === null) return null;
    const [, savedAt, token] = /^(\d+) (.*)$/s.exec(stored) ?? [];
    // One that someone broke is not one that is missing.
    if (savedAt === undefined || token === undefined) return '';
    return clock.now() - Number(savedAt) > lifetimes[kind] ? null : token;
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
      assertUnbroken(refresh);
      return { refresh, access: await read(accountId, 'access') };
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
