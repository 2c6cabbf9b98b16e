/** Waiting with a time limit. */
import type { Clock } from '../ports';

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
