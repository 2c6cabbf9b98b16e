/** An account's tokens in the secret store: one item each. */
import type { SecretStore } from '../ports';
import { assertRefreshToken, expiryOf } from './token-life';

export interface Tokens {
  readonly refresh: string;
  readonly access: string | null;
}

export interface TokenStore {
  read(accountId: string): Promise<Tokens | null>;
  /** Checks both tokens before either is stored; fails with `bad-token`. */
  write(accountId: string, tokens: Tokens): Promise<void>;
  clear(accountId: string): Promise<void>;
}

export function createTokenStore(secrets: SecretStore): TokenStore {
  const refreshKey = (accountId: string) => `account/${accountId}/refresh`;
  const accessKey = (accountId: string) => `account/${accountId}/access`;
  return {
    async read(accountId) {
      const refresh = await secrets.get(refreshKey(accountId));
      return refresh === null ? null : { refresh, access: await secrets.get(accessKey(accountId)) };
    },
    async write(accountId, { refresh, access }) {
      assertRefreshToken(refresh);
      if (access !== null) expiryOf(access);
      await secrets.set(refreshKey(accountId), refresh);
      if (access === null) await secrets.delete(accessKey(accountId));
      else await secrets.set(accessKey(accountId), access);
    },
    async clear(accountId) {
      await secrets.delete(accessKey(accountId));
      await secrets.delete(refreshKey(accountId));
    },
  };
}
