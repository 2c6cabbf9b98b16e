/** Flows that begin with a mail. */
import { fail } from '../../contract/errors';
import type { Clock } from '../ports';

/** Milliseconds a flow waits for what was mailed: as long as a person may leave the card open, far less than the codes live. */
export const mailFlowMillis = 86_400_000;

/** Milliseconds between two mails of one flow; a mail takes its time, and a second one helps nobody before. */
export const resendPause = 30_000;

/** What the steps about a mail say, right after it was sent. */
export function mailSent(clock: Pick<Clock, 'now'>, flowId: string, email: string) {
  return { flowId, email, canResendAt: clock.now() + resendPause };
}

/** Fails with `too-soon` before the moment has come. */
export function assertResend(clock: Pick<Clock, 'monotonic'>, { canResendAfter }: { readonly canResendAfter: number }): void {
  if (clock.monotonic() < canResendAfter) throw fail('too-soon');
}
