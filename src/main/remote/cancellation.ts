/** Waits that end early when nobody wants their outcome any more. */
import { fail } from '../../contract/errors';
import type { Clock } from '../ports';

/** What ends a wait: the caller's own signal (`cancelled`), or the end of the service it is about (`sandbox-stopped`). */
export interface CancelSignals {
  /** Aborted when either happens. */
  readonly signal?: AbortSignal | undefined;
  readonly gone?: AbortSignal | undefined;
}

export function combineSignals(own: AbortSignal | undefined, gone: AbortSignal | undefined): CancelSignals {
  return { gone, signal: own && gone ? AbortSignal.any([own, gone]) : (own ?? gone) };
}

/** The promise's outcome, unless it is stopped first. What the promise is about goes on. */
export function abortable<T>(promise: Promise<T>, { signal, gone }: CancelSignals): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(fail(gone?.aborted ? 'sandbox-stopped' : 'cancelled'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Resolves after some milliseconds, unless it is stopped first. */
export async function wait(clock: Clock, milliseconds: number, stop: CancelSignals): Promise<void> {
  let cancel = () => {};
  const over = new Promise<void>((resolve) => {
    cancel = clock.after(milliseconds, resolve);
  });
  await abortable(over, stop).finally(() => cancel());
}
