/** Calls that windows have made and wait for, so that background work lets them go first. */

export interface UserCalls {
  /** Runs a call of a window about a connection. */
  run<T>(connectionId: string, call: () => Promise<T>): Promise<T>;
  /** Resolves when no call about the connection is in progress. */
  idle(connectionId: string): Promise<void>;
}

/** Creates the record of calls. */
export function createUserCalls(): UserCalls {
  const active = new Map<string, Set<Promise<unknown>>>();
  return {
    async run(connectionId, call) {
      const calls = active.get(connectionId) ?? new Set();
      active.set(connectionId, calls);
      const own = call();
      calls.add(own);
      try {
        return await own;
      } finally {
        calls.delete(own);
        if (calls.size === 0) active.delete(connectionId);
      }
    },
    async idle(connectionId) {
      for (let calls = active.get(connectionId); calls !== undefined; calls = active.get(connectionId)) await Promise.allSettled(calls);
    },
  };
}
