/** Email deliveries of a request: those it waits for, and background ones (wire/limits 4). */
import type { Clock } from '../clock';
import type { DeliveryFailure, Smtp } from './smtp';

export interface MailDelivery {
  readonly smtp: Smtp;
  /** Starts a delivery. The response waits for a `waited` one and fails with it, but not for one in the `background`. */
  enqueue(delivery: () => Promise<void>, mode: DeliveryMode): void;
  /** Resolves when all waited deliveries have succeeded. Rejects with the first failure. */
  settled(): Promise<void>;
}

export type DeliveryMode = 'waited' | 'background';

/** Creates the deliveries of a request. `onFault` receives failures in the background. */
export function createMailDelivery(smtp: Smtp, onFault: (error: unknown) => void): MailDelivery {
  const waited: Promise<void>[] = [];
  return {
    smtp,
    enqueue(delivery, mode) {
      const running = delivery();
      if (mode === 'waited') waited.push(running);
      // `settled` reports failures of waited deliveries, possibly later: prevent an unhandled rejection.
      running.catch(mode === 'background' ? onFault : () => undefined);
    },
    async settled() {
      await Promise.all(waited);
    },
  };
}

const maxAttempts = 3;
const firstPauseMillis = 1000;

/** Retries a delivery with doubling delays as long as a retry may succeed. Returns the last failure, or null. */
export async function deliverWithRetries(clock: Clock, attempt: () => Promise<DeliveryFailure | null>): Promise<DeliveryFailure | null> {
  for (let attempts = 1; ; attempts += 1) {
    const failure = await attempt();
    if (failure === null || !failure.canRetry || attempts === maxAttempts) return failure;
    await clock.wait(firstPauseMillis * 2 ** (attempts - 1));
  }
}
