/** Runs of checks: at the connections that are due, at all of them, or at what a change by the user may have resolved. */
import type { Settings } from '#contract/setting-rows.ts';
import type { Ports } from '../ports/ports';
import { createTaskQueue } from '../storage/task-queue';
import type { ConnectionChecks } from './connection-checks';
import { createDigestTimer, lastDigest } from './digest';
import type { FindingList } from './finding-list';
import type { SourceItems } from './item';
import type { Notifier } from './notifier';
import { isQuiet, quietMillis } from './quiet-hours';
import { createSchedule, firstCheckMillis } from './schedule';

/** Milliseconds after a change by the user until what it may have resolved is read again. */
const recheckMillis = 1_000;

export interface CheckRunsDeps {
  readonly ports: Pick<Ports, 'clock' | 'random'>;
  readonly connectionChecks: Pick<ConnectionChecks, 'connectionIds' | 'check' | 'found'>;
  readonly found: Pick<FindingList, 'settle' | 'publish'>;
  readonly notifier: Pick<Notifier, 'notify' | 'showsWhileLocked'>;
  readonly settings: () => Pick<Settings, 'quietHours' | 'watchDigest'>;
  readonly isLocked: () => boolean;
}

export interface CheckRuns {
  /** Starts, or adopts that connections were added or removed. */
  adopt(): void;
  /** Makes connections due soon. */
  hasten(connectionIds: readonly string[]): void;
  /** Checks all connections. Resolves when that is done. */
  checkNow(): Promise<void>;
  /** Reads the findings of a connection again, after a short delay. */
  recheck(connectionId: string): void;
  /** Cancels requests. Nothing is sent until `adopt`. */
  stop(): void;
  /** Resolves when nothing runs any longer. */
  settled(): Promise<void>;
}

/** Creates the runs, which follow one another. Nothing is checked before `adopt`. */
export function createCheckRuns({
  ports: { clock, random },
  connectionChecks,
  found,
  notifier,
  settings,
  isLocked,
}: CheckRunsDeps): CheckRuns {
  const enqueue = createTaskQueue();
  const rechecks = new Map<string, () => void>();
  let active: AbortController | null = null;
  /** Whether something may have been found without a notification, which follows. */
  let isHeld = false;
  const schedule = createSchedule({ clock, random, onDue: () => void enqueue(() => run(schedule.due(), false)) });

  const settle = async (checked: readonly SourceItems[]) => {
    const { quietHours, watchDigest } = settings();
    const now = clock.now();
    const isDigest = watchDigest !== null;
    const isSilent = isQuiet(quietHours, now) || (isLocked() && !(isDigest && notifier.showsWhileLocked));
    const all = (isHeld || isDigest) && !isSilent ? connectionChecks.found() : checked;
    isHeld = isSilent || isDigest;
    const loudUntil = isDigest ? lastDigest(watchDigest, now) : now;
    notifier.notify(await found.settle(all, now, isSilent ? Number.NEGATIVE_INFINITY : loudUntil), isDigest);
  };
  const wait = () => {
    if (active === null || isLocked()) return;
    const { quietHours, watchDigest } = settings();
    // The digest has a separate timer.
    schedule.wait(isHeld && watchDigest === null ? (quietMillis(quietHours, clock.now()) ?? 0) : null);
  };
  const digest = createDigestTimer({
    clock,
    time: () => settings().watchDigest,
    onDue: () => void enqueue(async () => (active === null ? undefined : settle([]))),
  });
  const run = async (connectionIds: readonly string[], onlyWithFindings: boolean) => {
    if (active === null || isLocked()) return;
    const { signal } = active;
    const all: SourceItems[] = [];
    for (const id of connectionIds) {
      const { outcome, checked } = await connectionChecks.check(id, signal, onlyWithFindings);
      if (signal.aborted) return;
      if (!onlyWithFindings) schedule.checked(id, outcome);
      if (outcome === 'done') found.publish(clock.now());
      all.push(...checked);
    }
    await settle(all);
    wait();
  };

  return {
    adopt() {
      active ??= new AbortController();
      schedule.keep(connectionChecks.connectionIds());
      digest.adopt();
      wait();
    },
    hasten(connectionIds) {
      for (const id of connectionIds) schedule.hasten(id, firstCheckMillis);
      wait();
    },
    checkNow: () => enqueue(() => run(connectionChecks.connectionIds(), false)),
    recheck(connectionId) {
      if (active === null) return;
      rechecks.get(connectionId)?.();
      const cancel = clock.after(recheckMillis, () => {
        rechecks.delete(connectionId);
        void enqueue(() => run([connectionId], true));
      });
      rechecks.set(connectionId, cancel);
    },
    stop() {
      active?.abort();
      active = null;
      schedule.stop();
      digest.stop();
      for (const cancel of rechecks.values()) cancel();
      rechecks.clear();
    },
    settled: () => enqueue(async () => undefined),
  };
}
