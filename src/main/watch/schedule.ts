/** Which connection the watch checks, and when. */
import type { Clock, Ports } from '../ports/ports';

/** Starting, and signing in, have priority. */
export const firstCheckMillis = 15_000;
/** Minimum milliseconds between two checks of a connection. */
export const checkEveryMillis = 600_000;
/** Maximum milliseconds between two checks of a service that fails. */
const maxWaitMillis = 7_200_000;
/** Milliseconds after which a check is tried again that would have needed a network. */
export const offlineMillis = 120_000;
/** Maximum random addition to a wait, as a share of it. */
const spread = 0.2;

export type CheckOutcome = 'done' | 'failed' | 'offline';

export interface ScheduleDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly random: Ports['random'];
  /** Runs when connections are due, with all that are. */
  readonly onDue: () => void;
}

export interface Schedule {
  /** Replaces the connections. New ones become due soon. */
  keep(ids: readonly string[]): void;
  /** Makes a connection due at the latest after `millis`. */
  hasten(id: string, millis: number): void;
  due(): readonly string[];
  /** Sets when the connection is due next, after a check. */
  checked(id: string, outcome: CheckOutcome): void;
  /** Waits for the next connection, or for `atLatest` milliseconds if that is sooner. */
  wait(atLatest: number | null): void;
  stop(): void;
}

/** Creates the schedule. It has one timer for all connections, and none without connections. */
export function createSchedule({ clock, random, onDue }: ScheduleDeps): Schedule {
  const entries = new Map<string, { due: number; failures: number }>();
  let cancel = () => {};
  const spreadOut = (millis: number) => millis * (1 + spread * chance(random));
  return {
    keep(ids) {
      for (const id of entries.keys()) if (!ids.includes(id)) entries.delete(id);
      for (const id of ids) if (!entries.has(id)) entries.set(id, { due: clock.monotonic() + spreadOut(firstCheckMillis), failures: 0 });
    },
    hasten(id, millis) {
      const entry = entries.get(id);
      if (entry) entry.due = Math.min(entry.due, clock.monotonic() + millis);
    },
    due: () => [...entries].filter(([, { due }]) => due <= clock.monotonic()).map(([id]) => id),
    checked(id, outcome) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      entry.failures = outcome === 'failed' ? entry.failures + 1 : 0;
      const wait = outcome === 'offline' ? offlineMillis : Math.min(checkEveryMillis * 2 ** entry.failures, maxWaitMillis);
      entry.due = clock.monotonic() + spreadOut(wait);
    },
    wait(atLatest) {
      cancel();
      const times = [...entries.values()].map(({ due }) => due - clock.monotonic());
      const millis = Math.min(...times, atLatest ?? Number.POSITIVE_INFINITY);
      cancel = entries.size === 0 ? () => {} : clock.after(Math.max(0, millis), onDue);
    },
    stop() {
      cancel();
      entries.clear();
    },
  };
}

/** Returns a random number from 0 to 1. */
function chance(random: Ports['random']): number {
  const [high = 0, low = 0] = random(2);
  return (high * 256 + low) / 65_535;
}
