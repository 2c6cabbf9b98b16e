/** Windows that wait for the callback of a sign-in in the system browser. */
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import type { SignInRequest } from '../complete-sign-in';

/** A window that waits for a callback. */
interface WaitingWindow {
  readonly entry: SignInRequest;
  readonly settle: (step: Promise<SignInStep>) => void;
}

export interface WaitingWindows {
  /** Resolves to the step with which the window that waits for a state is settled. Stops waiting when the signal is aborted. */
  wait(state: string, entry: SignInRequest, signal: AbortSignal): Promise<SignInStep>;
  /** Returns the window that waits for a state, and removes it so that no later callback reaches it. */
  take(state: string): WaitingWindow | undefined;
}

/** Creates the list, with no window that waits. */
export function createWaitingWindows(): WaitingWindows {
  const waiting = new Map<string, WaitingWindow>();
  return {
    wait: (state, entry, signal) =>
      new Promise((resolve) => {
        waiting.set(state, { entry, settle: resolve });
        signal.addEventListener('abort', () => waiting.delete(state), { once: true });
      }),
    take(state) {
      const window = waiting.get(state);
      waiting.delete(state);
      return window;
    },
  };
}
