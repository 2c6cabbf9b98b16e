/** A clock that callers can advance. The offset survives restarts. */

import type { Clock } from '../clock';
import type { Store } from '../database/database';
import { readSetting, writeSetting } from '../database/settings';

export interface ShiftableClock extends Clock {
  /** Advances the clock and returns the new time. */
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
