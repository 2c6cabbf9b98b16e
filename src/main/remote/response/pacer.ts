/** Keeps long work on a response from blocking everything else. */
import type { Clock } from '../../ports';
import { abortable } from '../cancellation';

/** Milliseconds of work between two pauses. */
const workMillis = 10;
/** Bytes of a response after which the clock is read again. */
const stepBytes = 16 * 1024;

/**
 * Takes how many bytes of a response have been read. Once 10 ms have passed since the last pause it resolves after other work has
 * had its turn; until then it returns nothing.
 */
export type Pace = (bytesRead: number) => Promise<void> | undefined;

/** Returns the pace of a response; its pauses reject with `cancelled` once the signal is aborted. */
export type Pacer = (signal?: AbortSignal) => Pace;

/** Creates a pacer. The pauses of all responses follow one another, so that only one of them is worked on between two turns. */
export function createPacer(clock: Pick<Clock, 'monotonic' | 'after'>): Pacer {
  let last = Promise.resolve();
  const turn = () => {
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
      return abortable(turn(), { signal }).then(() => {
        since = clock.monotonic();
      });
    };
  };
}
