import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { reportOf } from './errors/error-text';
import { useFailureToast } from './use-failure-toast';

export interface Action<A extends readonly unknown[]> extends ActionState<A>, Omit<ActionRunner<A>, 'setMounted'> {
  readonly isPending: boolean;
}

/** Returns an asynchronous action that runs once at a time, with its pending state and its failure. */
export function useAction<A extends readonly unknown[], R>(
  task: (...args: A) => Promise<R>,
  options: UseActionOptions<A, R> = {},
): Action<A> {
  const showFailure = useFailureToast();
  const latest = useRef<ActionOptions<A, R>>({ task, ...options });
  latest.current = { task, ...options, ...(options.toastsLate === true ? { onLateFailure: showFailure } : {}) };
  const [state, setState] = useState<ActionState<A>>({ pending: null, failure: null });
  const [runner] = useState(() => createActionRunner<A, R>(() => latest.current, setState));
  useEffect(() => {
    runner.setMounted(true);
    return () => runner.setMounted(false);
  }, [runner]);
  return { ...state, isPending: state.pending !== null, run: runner.run, retry: runner.retry, reset: runner.reset };
}

/** What runs, and what follows. */
export interface ActionOptions<A extends readonly unknown[], R> {
  readonly task: (...args: A) => Promise<R>;
  /** Runs before an attempt that follows a failure; its own failure ends the attempt. */
  readonly recover?: ((before: ErrorReport) => Promise<unknown>) | undefined;
  /** Receives the result, unless the component was unmounted in the meantime. */
  readonly onDone?: ((result: R) => void) | undefined;
  /** Receives the failure, also after the component was unmounted: the user hears about it where they are by then. */
  readonly onFailure?: ((report: ErrorReport) => void) | undefined;
  /** Receives the failure too, but only after the component was unmounted, and unless the user has canceled the task. */
  readonly onLateFailure?: ((report: ErrorReport) => void) | undefined;
}

interface UseActionOptions<A extends readonly unknown[], R> extends Omit<ActionOptions<A, R>, 'task' | 'onLateFailure'> {
  /** Whether a failure that the component can no longer show, because it was unmounted, is shown in a toast. */
  readonly toastsLate?: boolean;
}

export interface ActionState<A extends readonly unknown[]> {
  /** The arguments of the attempt in progress; null between attempts. */
  readonly pending: A | null;
  /** Why the last attempt failed; null since the next one started. */
  readonly failure: ErrorReport | null;
}

interface ActionRunner<A extends readonly unknown[]> {
  /** Resolves when the attempt has ended, and never rejects. Does nothing while another attempt is in progress. */
  run(...args: A): Promise<void>;
  /** Runs the last attempt again. */
  retry(): Promise<void>;
  /** Forgets the failure. */
  reset(): void;
  /** Whether results are still wanted. */
  setMounted(isMounted: boolean): void;
}

/** Creates a runner of one attempt at a time. It reads its options before each attempt and publishes each change of its state. */
export function createActionRunner<A extends readonly unknown[], R>(
  readOptions: () => ActionOptions<A, R>,
  publish: (state: ActionState<A>) => void,
): ActionRunner<A> {
  let state: ActionState<A> = { pending: null, failure: null };
  let isMounted = true;
  let last: A | null = null;
  const set = (next: ActionState<A>) => {
    state = next;
    if (isMounted) publish(next);
  };
  const attempt = async (args: A, before: ErrorReport | null) => {
    const { task, recover, onDone } = readOptions();
    try {
      if (before !== null) await recover?.(before);
      const result = await task(...args);
      set({ pending: null, failure: null });
      if (isMounted) onDone?.(result);
    } catch (thrown) {
      const failure = reportOf(thrown);
      set({ pending: null, failure });
      readOptions().onFailure?.(failure);
      if (!isMounted && failure.code !== 'cancelled') readOptions().onLateFailure?.(failure);
    }
  };
  const run = async (...args: A) => {
    if (state.pending !== null) return;
    const before = state.failure;
    last = args;
    set({ pending: args, failure: null });
    await attempt(args, before);
  };
  return {
    run,
    retry: async () => {
      if (last !== null) await run(...last);
    },
    reset: () => set({ ...state, failure: null }),
    setMounted: (next) => {
      isMounted = next;
    },
  };
}

/** Returns a function that runs tasks without a pending state, which may overlap, and shows each failure as a toast. */
export function useBackgroundTask(): (task: () => Promise<unknown>) => void {
  const showFailure = useFailureToast();
  return useCallback((task) => void task().catch(showFailure), [showFailure]);
}
