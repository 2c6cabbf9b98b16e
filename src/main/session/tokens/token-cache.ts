/** In-memory cache of a token set: read from the store once, and again after a change. */
import type { StoredTokens, TokenStore, Tokens } from './token-store';

export interface TokenCache {
  /** Returns the cached tokens, read first if necessary; null if the store has none. */
  current(): Promise<Tokens | null>;
  /** Reads the tokens from the store. */
  read(): Promise<StoredTokens | null>;
  keep(tokens: Tokens): void;
  /** Invalidates the cache. */
  reread(): void;
  forget(): void;
}

export function createTokenCache(store: TokenStore, tokenSet: string, received: Tokens | null): TokenCache {
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
    current: async () => (cached !== null && isFresh ? cached : read()),
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
