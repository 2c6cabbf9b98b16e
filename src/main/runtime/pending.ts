/** Tracking and sharing of asynchronous work in progress. */
import { fail } from '#contract/errors.ts';
import type { Clock } from '../ports/ports';

/** Writes of files that are in progress. */
export interface PendingWrites {
  add<T>(writing: Promise<T>): Promise<T>;
  /** Resolves when all writes added so far have completed or failed. */
  settled(): Promise<unknown>;
}

export function createPendingWrites(): PendingWrites {
  const active = new Set<Promise<unknown>>();
  return {
    add(writing) {
      const own = writing.catch(() => undefined).finally(() => active.delete(own));
      active.add(own);
      return writing;
    },
    settled: () => Promise.all(active),
  };
}

/** Deduplicates concurrent calls: callers share the promise that is in flight. */
export function shareInFlight<T>(make: () => Promise<T>): () => Promise<T> {
  let inFlight: Promise<T> | null = null;
  return () => {
    inFlight ??= make().finally(() => {
      inFlight = null;
    });
    return inFlight;
  };
}

/** Returns a function that makes one call for all callers with the same argument while it is running. */
export function shareCalls<T>(make: (argument: string) => Promise<T>): (argument: string) => Promise<T> {
  const active = new Map<string, Promise<T>>();
  return (argument) => {
    const known = active.get(argument) ?? make(argument).finally(() => active.delete(argument));
    active.set(argument, known);
    return known;
  };
}

/** Resolves when the task has succeeded or failed, or after `limitMillis`. */
export function withinLimit(task: Promise<unknown>, limitMillis: number, clock: Pick<Clock, 'after'>): Promise<void> {
  return new Promise((resolve) => {
    const stopWaiting = clock.after(limitMillis, resolve);
    const end = () => {
      stopWaiting();
      resolve();
    };
    task.then(end, end);
  });
}

/** Rejects with `timed-out` if the task takes longer than `limitMillis`. The task goes on. */
export function inTime<T>(task: Promise<T>, limitMillis: number, clock: Pick<Clock, 'after'>): Promise<T> {
  let stopWaiting = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    stopWaiting = clock.after(limitMillis, () => reject(fail('timed-out')));
  });
  return Promise.race([task, late]).finally(() => stopWaiting());
}
