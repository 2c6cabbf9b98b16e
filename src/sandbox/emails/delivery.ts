/** The way out of a request: deliveries it waits for, and those that go on behind it (wire/limits 4). */
import type { Clock } from '../server/context';
import type { DeliveryFailure, Smtp } from './smtp';

export interface MailDelivery {
  readonly smtp: Smtp;
  /** Takes a delivery on: a `waited` one holds up the answer and fails the request, one in the `background` does neither. */
  enqueue(delivery: () => Promise<void>, mode: DeliveryMode): void;
  /** Resolves when all that is waited for was delivered. Fails with the first that was not. */
  settled(): Promise<void>;
}

export type DeliveryMode = 'waited' | 'background';

/** A way out for one request. `onFault` hears of what failed behind it. */
export function createMailDelivery(smtp: Smtp, onFault: (error: unknown) => void): MailDelivery {
  const waited: Promise<void>[] = [];
  return {
    smtp,
    enqueue(delivery, mode) {
      const running = delivery();
      if (mode === 'waited') waited.push(running);
      // Whoever waits hears of the failure too; nobody may be waiting, or not yet.
      running.catch(mode === 'background' ? onFault : () => undefined);
    },
    async settled() {
      await Promise.all(waited);
    },
  };
}

const maxAttempts = 3;
const firstPauseMillis = 1000;

/** Repeats a delivery that may yet succeed, after pauses that double. Answers the last failure, or null. */
export async function deliverWithRetries(clock: Clock, attempt: () => Promise<DeliveryFailure | null>): Promise<DeliveryFailure | null> {
  for (let attempts = 1; ; attempts += 1) {
    const failure = await attempt();
    if (failure === null || !failure.canRetry || attempts === maxAttempts) return failure;
    await clock.wait(firstPauseMillis * 2 ** (attempts - 1));
  }
}
