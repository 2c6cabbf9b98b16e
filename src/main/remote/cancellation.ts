/** Promises and pauses that can be canceled. */
import { type AppError, fail } from '#contract/errors.ts';
import type { Clock } from '../ports/ports';

/** Signals that cancel a wait: the caller's own (`cancelled`), or that of the stopped service (`sandbox-stopped`). */
export interface CancelSignals {
  /** Aborted when either of the two signals is aborted. */
  readonly signal?: AbortSignal | undefined;
  readonly stopped?: AbortSignal | undefined;
}

export function combineSignals(own: AbortSignal | undefined, stopped: AbortSignal | undefined): CancelSignals {
  return { stopped, signal: own && stopped ? AbortSignal.any([own, stopped]) : (own ?? stopped) };
}

/** Throws if the signal is aborted: between the steps of work that `abortable` awaits as a whole, and that would otherwise go on. */
export function assertNotStopped(signals: CancelSignals): void {
  if (signals.signal?.aborted) throw stopError(signals);
}

function stopError({ stopped }: CancelSignals): AppError {
  return fail(stopped?.aborted ? 'sandbox-stopped' : 'cancelled');
}

/** Settles as the promise does, or rejects when the signal is aborted first. The underlying work continues. */
export function abortable<T>(promise: Promise<T>, signals: CancelSignals): Promise<T> {
  const { signal } = signals;
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(stopError(signals));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const settle =
      <V>(settled: (value: V) => void) =>
      (value: V) => {
        signal.removeEventListener('abort', stop);
        settled(value);
      };
    promise.then(settle(resolve), settle(reject));
  });
}

/** Resolves after `milliseconds`. Rejects when the signal is aborted first. */
export async function wait(clock: Clock, milliseconds: number, stop: CancelSignals): Promise<void> {
  let cancel = () => {};
  const elapsed = new Promise<void>((resolve) => {
    cancel = clock.after(milliseconds, resolve);
  });
  await abortable(elapsed, stop).finally(() => cancel());
}
