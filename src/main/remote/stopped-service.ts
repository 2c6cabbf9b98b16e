/** Calls to a service that this program has started itself, and that may stop at any time. */
import { AppError, fail } from '#contract/errors.ts';
import type { CancelSignal, Clock } from '../ports/ports';
import { wait } from './cancellation';

/**
 * Maximum delay (ms) between the loss of a sandbox's connections and the report that it has stopped. Long, because a busy machine takes a
 * while to end a process, and then runs a timer that is due before it reports the end.
 */
const stopReportMillis = 3_000;

/**
 * Returns what to throw for a failed call: `sandbox-stopped` if the signal says that the service has stopped, else what was thrown. A
 * connection breaks before that is known, so the report is awaited briefly. `stopped` is undefined for a service that is not ours.
 */
export async function stoppedInstead(thrown: unknown, clock: Clock, stopped: CancelSignal | undefined): Promise<unknown> {
  if (stopped === undefined) return thrown;
  if (!stopped.aborted && !isConnectionError(thrown)) return thrown;
  return wait(clock, stopReportMillis, { signal: stopped, stopped }).then(
    () => thrown,
    () => fail('sandbox-stopped', {}, thrown),
  );
}

function isConnectionError(thrown: unknown): boolean {
  return thrown instanceof AppError && (thrown.code === 'unreachable' || thrown.code === 'connection-lost');
}
