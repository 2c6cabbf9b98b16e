import { useEffect, useRef, useState } from 'react';
import { type ActionOptions, type ActionRunner, type ActionState, createActionRunner } from './action-runner';

export interface Action<A extends readonly unknown[]> extends ActionState<A>, Omit<ActionRunner<A>, 'setMounted'> {
  readonly isPending: boolean;
}

/** Returns an asynchronous action that runs once at a time, with its pending state and its failure. */
export function useAction<A extends readonly unknown[], R>(
  task: (...args: A) => Promise<R>,
  options: Omit<ActionOptions<A, R>, 'task'> = {},
): Action<A> {
  const latest = useRef<ActionOptions<A, R>>({ task, ...options });
  latest.current = { task, ...options };
  const [state, setState] = useState<ActionState<A>>({ pending: null, failure: null });
  const [runner] = useState(() => createActionRunner<A, R>(() => latest.current, setState));
  useEffect(() => {
    runner.setMounted(true);
    return () => runner.setMounted(false);
  }, [runner]);
  return { ...state, isPending: state.pending !== null, run: runner.run, retry: runner.retry, reset: runner.reset };
}
