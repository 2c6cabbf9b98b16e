/** The sandbox's own time: the given clock plus what callers advanced it by, kept across restarts. */

import type { Store } from '../database/database';
import { readSetting, writeSetting } from '../database/settings';
import type { Clock } from '../server/context';

export interface ShiftableClock extends Clock {
  /** Moves the time forward and answers the new one. */
  advance(millis: number): number;
}

export function createShiftableClock(clock: Clock, store: Store): ShiftableClock {
  let ahead = Number(readSetting(store, 'clock_ahead_millis') ?? 0);
  const now = () => clock.now() + ahead;
  return {
    now,
    wait: (millis) => clock.wait(millis),
    advance(millis) {
      ahead += millis;
      writeSetting(store, 'clock_ahead_millis', String(ahead));
      return now();
    },
  };
}
