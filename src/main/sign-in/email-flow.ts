/** Flows that begin with a mail. */
import { fail } from '../../contract/errors';
import type { Clock } from '../ports';
import type { Flow, Flows, Pending } from './flows';

type MailPending = Extract<Pending, { canResendAfter: number }>;

/** Milliseconds a flow waits for what was mailed: as long as a person may leave the card open, far less than the codes live. */
export const mailFlowMillis = 86_400_000;

/** Milliseconds between two mails of one flow; a mail takes its time, and a second one helps nobody before. */
export const resendPause = 30_000;

/** What the steps about a mail say, right after it was sent. */
export function mailSent(clock: Pick<Clock, 'now'>, flowId: string, email: string) {
  return { flowId, email, canResendAt: clock.now() + resendPause };
}

/**
 * Sends another email of a flow. The pause starts before the request, so that two windows or clicks at once send one; it ends with a
 * request that fails. Fails with `too-soon` during the pause.
 */
export async function sendAgain<T>(
  { flows, clock }: { readonly flows: Flows; readonly clock: Pick<Clock, 'monotonic'> },
  { id, pending }: Flow<MailPending>,
  send: () => Promise<T>,
): Promise<T> {
  if (clock.monotonic() < pending.canResendAfter) throw fail('too-soon');
  const pauseUntil = (canResendAfter: number) => flows.change(id, pending.kind, (now) => ({ ...now, canResendAfter }));
  pauseUntil(clock.monotonic() + resendPause);
  try {
    return await send();
  } catch (thrown) {
    pauseUntil(clock.monotonic());
    throw thrown;
  }
}
