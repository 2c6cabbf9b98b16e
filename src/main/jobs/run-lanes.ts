/** The lanes of a run: rows that are sent at the same time, until none is left or something ends the run. */
import { createFailureLimit } from './failure-limit';

/** Sends rows that were taken. */
export type RowTask = () => Promise<void>;

/** What a lane does, again and again. */
export interface Lane {
  /** Number of rows that a task takes at most. */
  readonly most: () => Promise<number>;
  /** Takes up to so many rows. Resolves to what sends them; null if there are none. */
  readonly next: (rows: number) => Promise<RowTask | null>;
}

export interface RunLanesDeps<End> {
  readonly atOnce: number;
  /** Returns how a run ends by an error; null for an error of the program. */
  readonly endOf: (thrown: unknown) => End | null;
  readonly isHalted: () => boolean;
  /** How many rows may still fail. */
  readonly failuresLeft: () => number;
  /** Runs after each task that was done. */
  readonly onDone: () => void;
}

export interface RunLanes<End> {
  /** Whether more rows may be taken, and sent. */
  mayTake(): boolean;
  /** What ended the run first; null for nothing. */
  ending(): End | null;
  /** Runs lanes until all have ended. Rejects then with the first error of the program. */
  run(lane: Lane): Promise<void>;
}

/** Creates the lanes of one run. */
export function createRunLanes<End>({ atOnce, endOf, isHalted, failuresLeft, onDone }: RunLanesDeps<End>): RunLanes<End> {
  let ending: End | null = null;
  const mayTake = () => ending === null && !isHalted() && failuresLeft() > 0;
  const limit = createFailureLimit({ left: failuresLeft, mayTake });
  const runOne = async ({ most, next }: Lane) => {
    while (mayTake()) {
      let reserved = 0;
      try {
        reserved = await limit.reserve(await most());
        const task = reserved === 0 ? null : await next(reserved);
        if (task === null) return;
        await task();
        onDone();
      } catch (thrown) {
        const own = endOf(thrown);
        if (own === null) throw thrown;
        ending ??= own;
      } finally {
        limit.release(reserved);
      }
    }
  };
  return {
    mayTake,
    ending: () => ending,
    async run(lane) {
      const ends = await Promise.allSettled(Array.from({ length: atOnce }, () => runOne(lane)));
      const broken = ends.find((end) => end.status === 'rejected');
      if (broken !== undefined) throw broken.reason;
    },
  };
}
