/** Rounds of looks: at the connections that are due, at all of them, or at what a change by the user may have resolved. */
import type { Settings } from '#contract/bridge/settings.ts';
import type { Ports } from '../ports/ports';
import { createTaskQueue } from '../storage/task-queue';
import type { Looker } from './connection-checks';
import type { Found } from './finding-list';
import type { SourceItems } from './item';
import type { Notifier } from './notifier';
import { isQuiet, quietMillis } from './quiet-hours';
import { createSchedule, firstLookMillis } from './schedule';

/** Milliseconds after a change by the user until what it may have resolved is read again. */
const recheckMillis = 1_000;

export interface RoundsDeps {
  readonly ports: Pick<Ports, 'clock' | 'random'>;
  readonly looker: Pick<Looker, 'connectionIds' | 'look' | 'found'>;
  readonly found: Pick<Found, 'settle' | 'publish'>;
  readonly notifier: Pick<Notifier, 'notify'>;
  readonly quietHours: () => Settings['quietHours'];
  readonly isLocked: () => boolean;
}

export interface Rounds {
  /** Starts, or adopts that connections were added or removed. */
  adopt(): void;
  /** Makes connections due soon. */
  hasten(connectionIds: readonly string[]): void;
  /** Looks at all connections. Resolves when that is done. */
  lookNow(): Promise<void>;
  /** Reads again what was found at a connection, in a moment. */
  recheck(connectionId: string): void;
  /** Cancels requests. Nothing is sent until `adopt`. */
  stop(): void;
  /** Resolves when nothing runs any longer. */
  settled(): Promise<void>;
}

/** Creates the rounds, which run one after the other. */
export function createRounds({ ports: { clock, random }, looker, found, notifier, quietHours, isLocked }: RoundsDeps): Rounds {
  const enqueue = createTaskQueue();
  const rechecks = new Map<string, () => void>();
  let active: AbortController | null = null;
  /** Whether something may have been found without a notification, which follows. */
  let isHeld = false;
  const schedule = createSchedule({ clock, random, onDue: () => void enqueue(() => round(schedule.due(), false)) });

  const settle = async (looked: readonly SourceItems[]) => {
    const isSilent = isLocked() || isQuiet(quietHours(), clock.now());
    const all = isHeld && !isSilent ? looker.found() : looked;
    isHeld = isSilent;
    notifier.notify(await found.settle(all, clock.now(), !isSilent));
  };
  const wait = () => {
    if (active !== null && !isLocked()) schedule.wait(isHeld ? (quietMillis(quietHours(), clock.now()) ?? 0) : null);
  };
  const round = async (connectionIds: readonly string[], onlyFound: boolean) => {
    if (active === null || isLocked()) return;
    const { signal } = active;
    const all: SourceItems[] = [];
    for (const id of connectionIds) {
      const { outcome, looked } = await looker.look(id, signal, onlyFound);
      if (signal.aborted) return;
      if (!onlyFound) schedule.looked(id, outcome);
      if (outcome === 'done') found.publish(clock.now());
      all.push(...looked);
    }
    await settle(all);
    wait();
  };

  return {
    adopt() {
      active ??= new AbortController();
      schedule.keep(looker.connectionIds());
      wait();
    },
    hasten(connectionIds) {
      for (const id of connectionIds) schedule.hasten(id, firstLookMillis);
      wait();
    },
    lookNow: () => enqueue(() => round(looker.connectionIds(), false)),
    recheck(connectionId) {
      if (active === null) return;
      rechecks.get(connectionId)?.();
      const cancel = clock.after(recheckMillis, () => {
        rechecks.delete(connectionId);
        void enqueue(() => round([connectionId], true));
      });
      rechecks.set(connectionId, cancel);
    },
    stop() {
      active?.abort();
      active = null;
      schedule.stop();
      for (const cancel of rechecks.values()) cancel();
      rechecks.clear();
    },
    settled: () => enqueue(async () => undefined),
  };
}
