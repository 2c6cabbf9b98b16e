/** Flows that start with an email. */
import { fail } from '#contract/errors.ts';
import type { Clock } from '../ports/ports';
import type { Flow, Flows, Pending } from './flows';

type MailPending = Extract<Pending, { canResendAfter: number }>;

/** Milliseconds after which a flow with an email expires: long enough for a card that stays open, much shorter than the codes are valid. */
export const mailFlowMillis = 86_400_000;

/** Minimum time in milliseconds between two emails of one flow, because an email takes time to arrive. */
export const resendPause = 30_000;

/** Returns the fields of a step about an email that was just sent. */
export function mailSent(clock: Pick<Clock, 'now'>, flowId: string, email: string) {
  return { flowId, email, canResendAt: clock.now() + resendPause };
}

/**
 * Sends another email of a flow. The pause starts before the request, so that two windows or clicks at the same time send one email, and
 * ends when the request fails. Throws `too-soon` during the pause.
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
