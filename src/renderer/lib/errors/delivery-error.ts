import type { SentEmail } from '#contract/service/models/mail-models.ts';

/** Returns why an email wasn't delivered: the email server's message, or the type of the error. */
export function deliveryErrorText(error: NonNullable<SentEmail['error']>): string {
  if (typeof error === 'string') return error;
  return error.message?.trim() || error.errorType;
}
