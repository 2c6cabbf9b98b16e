/** Tasks that must not overtake each other. */

/** Answers a function that runs tasks one after the other in the order they came; one that fails does not stop the next. */
export function createTaskQueue(): <R>(task: () => Promise<R>) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const own = last.then(task);
    last = own.catch(() => undefined);
    return own;
  };
}
