/** Splits long work on responses into slices, so that it doesn't block the event loop. */
import type { CancelSignal, Clock } from '../../ports/ports';
import { abortable } from '../cancellation';

/** Duration (ms) of work between two pauses. */
const workMillis = 10;
/** Number of bytes of a response after which the clock is read again. */
const stepBytes = 16 * 1024;

/**
 * Receives the number of bytes read so far. When 10 ms have passed since the last pause, returns a promise that resolves after other
 * work has run; otherwise returns undefined.
 */
export type Pace = (bytesRead: number) => Promise<void> | undefined;

/** Creates the pace of one response. Its pauses reject with `cancelled` when the signal is aborted. */
export type Pacer = (signal?: CancelSignal) => Pace;

/** Creates a pacer. Pauses of all responses are queued, so that only one response is processed per turn of the event loop. */
export function createPacer(clock: Pick<Clock, 'monotonic' | 'after'>): Pacer {
  let last = Promise.resolve();
  const nextTurn = () => {
    last = last.then(() => new Promise((resolve) => void clock.after(0, resolve)));
    return last;
  };
  return (signal) => {
    let since = clock.monotonic();
    let nextStep = stepBytes;
    return (bytesRead) => {
      if (bytesRead < nextStep) return undefined;
      nextStep = bytesRead + stepBytes;
      if (clock.monotonic() - since < workMillis) return undefined;
      return abortable(nextTurn(), { signal }).then(() => {
        since = clock.monotonic();
      });
    };
  };
}
