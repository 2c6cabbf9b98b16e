/** The order in which this window asks the index for users: a later request cancels an earlier one there, so that only one may run at a time. */

interface Running {
  readonly promise: Promise<unknown>;
}

export interface IndexRequests {
  /** Names the list that the user waits for, whose first page may cancel what runs. */
  want(list: string): void;
  /** Runs a request once no other one runs; at once if it is for the first page of the list that the user waits for. */
  run<T>(list: string, isFirst: boolean, request: () => Promise<T>): Promise<T>;
}

/** Creates the order of the requests of a window. */
export function createIndexRequests(): IndexRequests {
  let wanted = '';
  let running: Running | null = null;
  return {
    want(list) {
      wanted = list;
    },
    async run(list, isFirst, request) {
      while (running !== null && !(isFirst && list === wanted)) await running.promise.catch(() => undefined);
      const own: Running = { promise: request() };
      running = own;
      try {
        return (await own.promise) as Awaited<ReturnType<typeof request>>;
      } finally {
        if (running === own) running = null;
      }
    },
  };
}
