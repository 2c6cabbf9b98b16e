/** A token set in the memory of this process: read from the store once, and again when it changed there. */
import type { StoredTokens, TokenStore, Tokens } from './token-store';

export interface TokenCache {
  /** What is held, read first where needed; null when the store has none any more. */
  current(): Promise<Tokens | null>;
  /** What the store has now. */
  read(): Promise<StoredTokens | null>;
  keep(tokens: Tokens): void;
  /** What is held no longer counts. */
  reread(): void;
  forget(): void;
}

export function createTokenCache(store: TokenStore, tokenSet: string, received: Tokens | null): TokenCache {
  let held = received;
  let isFresh = received !== null;

  const read = async (): Promise<StoredTokens | null> => {
    // Set before, so that a change told meanwhile is not missed.
    isFresh = true;
    const stored = await store.read(tokenSet).catch((thrown) => {
      isFresh = false;
      throw thrown;
    });
    // An access token too long for the store lives in memory only.
    const found = stored && { ...stored, access: stored.access ?? held?.access ?? null };
    held = found;
    return found;
  };

  return {
    read,
    current: async () => (held !== null && isFresh ? held : read()),
    keep(tokens) {
      held = tokens;
    },
    reread() {
      isFresh = false;
    },
    forget() {
      held = null;
    },
  };
}
