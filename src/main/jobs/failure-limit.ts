/** Keeps the rows in progress to as many as may still fail: a job that stops after some failures never has more of them. */

export interface FailureLimit {
  /** Resolves to how many rows may be taken now, up to `most`, as soon as there is one; to 0 if none may be taken at all. */
  reserve(most: number): Promise<number>;
  /** Notes that rows have ended, after what became of them was counted. */
  release(rows: number): void;
}

export interface FailureLimitDeps {
  /** How many rows may still fail. */
  readonly left: () => number;
  /** Whether rows may be taken at all. What changes it releases rows, or comes before all of them are released. */
  readonly mayTake: () => boolean;
}

/** Creates the limit of one run. */
export function createFailureLimit({ left, mayTake }: FailureLimitDeps): FailureLimit {
  let reserved = 0;
  let waiting: (() => void)[] = [];
  return {
    async reserve(most) {
      while (mayTake()) {
        const rows = Math.min(most, left() - reserved);
        if (rows > 0) {
          reserved += rows;
          return rows;
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      return 0;
    },
    release(rows) {
      reserved -= rows;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
  };
}
