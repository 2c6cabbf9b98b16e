/** A clock that tests control. */
import type { Clock } from '#main/ports/ports.ts';

export interface FakeClock extends Clock {
  /** Moves time forward, running every task that becomes due, at its own time. */
  advance(milliseconds: number): Promise<void>;
  /** Changes only the machine's date, as a user or a time service would. */
  setDate(milliseconds: number): void;
  /** Requested delays, in order. */
  readonly delays: readonly number[];
  /** Number of waiting tasks. */
  readonly waiting: number;
}

interface Task {
  readonly at: number;
  readonly run: () => void;
}

/** An arbitrary day. */
export const someDay = Date.UTC(2026, 10, 20, 12);

/** Creates a stopped clock. It jumps to tasks that are due within `hasteUpTo` milliseconds, so that such waits take no real time. */
export function createFakeClock({ hasteUpTo = 0, start = someDay }: { hasteUpTo?: number; start?: number } = {}): FakeClock {
  let elapsed = 0;
  let date = start;
  const tasks = new Set<Task>();
  const delays: number[] = [];

  const moveTo = (moment: number) => {
    date += Math.max(0, moment - elapsed);
    elapsed = Math.max(elapsed, moment);
  };
  const perform = (task: Task) => {
    if (!tasks.delete(task)) return;
    moveTo(task.at);
    task.run();
  };
  return {
    now: () => date,
    monotonic: () => elapsed,
    after(delay, run) {
      const task = { at: elapsed + delay, run };
      tasks.add(task);
      delays.push(delay);
      if (delay <= hasteUpTo) setImmediate(() => perform(task));
      return () => tasks.delete(task);
    },
    async advance(milliseconds) {
      const end = elapsed + milliseconds;
      for (let next = nextBefore(tasks, end); next; next = nextBefore(tasks, end)) {
        perform(next);
        await settle();
      }
      moveTo(end);
      await settle();
    },
    setDate(milliseconds) {
      date = milliseconds;
    },
    delays,
    get waiting() {
      return tasks.size;
    },
  };
}

function nextBefore(tasks: ReadonlySet<Task>, end: number): Task | undefined {
  return [...tasks].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
}

/** Resolves when everything that is ready to run has run. Doesn't wait for time or input. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Resolves when the condition is true. Throws when it is still false after very many turns. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 100_000; turn += 1) {
    if (await condition()) return;
    await settle();
  }
  throw new Error(`never came true: ${condition}`);
}
