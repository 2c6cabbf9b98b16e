import type { SentEmail } from '#contract/service/models/mail-models.ts';
import { deliveryErrorText } from '#lib/errors/delivery-error.ts';

export interface FailedEmail {
  readonly id: string;
  /** The first recipient; null if the service doesn't name one. */
  readonly recipient: string | null;
  readonly otherRecipients: number;
  readonly subject: string;
  readonly sentAt: number;
  /** The mail server's message, or the type of the error. */
  readonly error: string;
}

/** Returns the emails that couldn't be delivered, the latest first. */
export function failedEmails(emails: readonly SentEmail[]): FailedEmail[] {
  return emails
    .flatMap(({ id, to = [], subject, sent_at_millis: sentAt, error }) => {
      if (error === null) return [];
      const [recipient = null, ...others] = to;
      return [{ id, recipient, otherRecipients: others.length, subject, sentAt, error: deliveryErrorText(error) }];
    })
    .sort((one, other) => other.sentAt - one.sentAt);
}
