/** What has begun and not ended yet. */

/** Changes of files that are under way. */
export interface PendingWrites {
  add<T>(writing: Promise<T>): Promise<T>;
  /** Resolves when those added so far have ended, however they did. */
  settled(): Promise<unknown>;
}

export function createPendingWrites(): PendingWrites {
  const active = new Set<Promise<unknown>>();
  return {
    add(writing) {
      const own = writing.catch(() => undefined).finally(() => active.delete(own));
      active.add(own);
      return writing;
    },
    settled: () => Promise.all(active),
  };
}

/** Whoever asks while an answer is being made gets the same one. */
export function shareInFlight<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | null = null;
  return () => {
    making ??= make().finally(() => {
      making = null;
    });
    return making;
  };
}
