/**
 * Returns a function that runs tasks, at most `max` of them at a time, in the order in which they were given. A task whose signal is aborted
 * before its turn isn't run: then the promise rejects with the signal's reason.
 */
export function fewAtOnce(max: number): <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = async () => {
    if (running < max) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (task, signal) => {
    await enter();
    try {
      signal.throwIfAborted();
      return await task();
    } finally {
      leave();
    }
  };
}
