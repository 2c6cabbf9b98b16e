/** Tracking and sharing of asynchronous work in progress. */

/** Writes of files that are in progress. */
export interface PendingWrites {
  add<T>(writing: Promise<T>): Promise<T>;
  /** Resolves when all writes added so far have completed or failed. */
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

/** Deduplicates concurrent calls: callers share the promise that is in flight. */
export function shareInFlight<T>(make: () => Promise<T>): () => Promise<T> {
  let inFlight: Promise<T> | null = null;
  return () => {
    inFlight ??= make().finally(() => {
      inFlight = null;
    });
    return inFlight;
  };
}
