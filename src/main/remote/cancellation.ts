/** Promises and pauses that can be canceled. */
import { type AppError, fail } from '#contract/errors.ts';
import type { CancelSignal, Clock } from '../ports/ports';

/** Signals that cancel a wait: the caller's own (`cancelled`), or that of the stopped service (`sandbox-stopped`). */
export interface CancelSignals {
  /** Aborted when either of the two signals is aborted. */
  readonly signal?: CancelSignal | undefined;
  readonly stopped?: CancelSignal | undefined;
}

/** The source of a signal. Calls its listeners once, in the order in which they were added. */
export class Canceler implements CancelSignal {
  private isCanceled = false;
  private listeners: (() => void)[] = [];

  get aborted(): boolean {
    return this.isCanceled;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners = this.listeners.filter((other) => other !== listener);
  }

  cancel(): void {
    if (this.isCanceled) return;
    this.isCanceled = true;
    for (let next = this.listeners.shift(); next !== undefined; next = this.listeners.shift()) next();
  }
}

/** Signals of one call. If there is something to release at its end, it is because some of them last longer. */
interface CallSignals extends CancelSignals {
  readonly release?: () => void;
}

/** Combines the signals that cancel a call, of which each may be absent, with that of the stopped service. */
export function combineSignals(own?: CancelSignal, stopped?: CancelSignal, watched?: CancelSignal): CallSignals {
  const signals = [own, watched, stopped].filter((signal) => signal !== undefined);
  if (signals.length < 2) return { stopped, signal: signals[0] };
  const combined = new Canceler();
  const cancel = () => combined.cancel();
  if (signals.some(({ aborted }) => aborted)) cancel();
  for (const signal of signals) signal.addEventListener('abort', cancel);
  return {
    stopped,
    signal: combined,
    release: () => {
      for (const signal of signals) signal.removeEventListener('abort', cancel);
    },
  };
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
    signal.addEventListener('abort', stop);
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
