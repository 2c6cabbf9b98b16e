/** Returns a function that runs a task at once, then at most once in so many milliseconds, and not earlier than the last call was made. */
export function throttled(task: () => void, millis: number): { readonly run: () => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  const wait = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (!isAsked) return;
      isAsked = false;
      task();
      wait();
    }, millis);
  };
  return {
    run() {
      isAsked = timer !== undefined;
      if (isAsked) return;
      task();
      wait();
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      isAsked = false;
    },
  };
}
