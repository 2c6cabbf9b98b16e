/** Wrong passphrases, and how long the next one has to wait. */

import type { Attempt } from '#contract/bridge/lock.ts';
import { nullForAppError } from '#contract/errors.ts';
import type { Clock } from '../ports/ports';
import { createTaskQueue } from '../storage/task-queue';
import type { LockFile } from './lock-file';

/** Wrong passphrases without a wait. */
const freeFailures = 3;
const firstWaitMillis = 5_000;
export const longestWaitMillis = 15 * 60_000;

/** Returns the milliseconds to wait after so many wrong passphrases in a row. */
export function waitAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(longestWaitMillis, firstWaitMillis * 2 ** Math.min(failures - freeFailures, 20));
}

export interface Attempts {
  /** Begins with the wait that the stored failures require: a restart doesn't shorten it, and a changed date of the machine doesn't either. */
  load(): Promise<void>;
  /** Compares a passphrase, one at a time, unless it has to wait. */
  run(isRight: () => Promise<boolean>): Promise<Attempt>;
  /** Returns the milliseconds until the next passphrase is compared. */
  waitMillis(): number;
}

/**
 * Creates the attempts. A failure is stored before a passphrase is compared, so that ending the program doesn't undo it. Not without a file: a new
 * one would say that there is no passphrase.
 */
export function createAttempts(file: LockFile, clock: Pick<Clock, 'monotonic'>): Attempts {
  const inTurn = createTaskQueue();
  let failures = 0;
  let nextAt = Number.NEGATIVE_INFINITY;

  /** Counts in memory too, so that a full disk neither stops the count nor keeps the user out. */
  const store = async (next: (stored: number) => number): Promise<void> => {
    const mayStore = (await file.read()).data !== null;
    const written = mayStore && (await file.update((data) => ({ ...data, failures: next(data.failures) })).catch(nullForAppError));
    failures = written ? written.failures : next(failures);
  };
  const waitMillis = () => Math.max(0, nextAt - clock.monotonic());

  return {
    waitMillis,
    async load() {
      failures = (await file.read()).data?.failures ?? 0;
      nextAt = clock.monotonic() + waitAfter(failures);
    },
    run: (isRight) =>
      inTurn(async () => {
        if (waitMillis() > 0) return { outcome: 'wait', waitMillis: waitMillis() };
        await store((stored) => Math.max(stored, failures) + 1);
        if (await isRight()) {
          await store(() => 0);
          return { outcome: 'right' };
        }
        nextAt = clock.monotonic() + waitAfter(failures);
        return { outcome: 'wrong', waitMillis: waitMillis() };
      }),
  };
}
