/** A queue for tasks whose order matters. */

/** Creates a queue that runs tasks one at a time, in order. A failed task doesn't block the next one. */
export function createTaskQueue(): <R>(task: () => Promise<R>) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const own = last.then(task);
    last = own.catch(() => undefined);
    return own;
  };
}
