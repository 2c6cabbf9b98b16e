/** The emails that were sent, as rows of a list. */

import type { SentEmail } from '#contract/service/models/mail-models.ts';
import { deliveryErrorText } from '#lib/errors/delivery-error.ts';
import { isoTime } from '#lib/intl/format.ts';
import { foldText } from '#lib/search/fold-text.ts';

export interface SentRow {
  readonly email: SentEmail;
  readonly recipients: string;
  /** Why it wasn't delivered; null if the email server accepted it. */
  readonly error: string | null;
}

export interface SentFilter {
  readonly text: string;
  readonly status: 'any' | 'failed';
}

/** Returns the rows that match a filter, the latest first. The text is searched in recipients, subject, and error. */
export function sentRows(emails: readonly SentEmail[], { text, status }: SentFilter): SentRow[] {
  const wanted = foldText(text);
  return emails
    .map((email) => ({
      email,
      recipients: (email.to ?? []).join(', '),
      error: email.error === null ? null : deliveryErrorText(email.error),
    }))
    .filter(({ error }) => status === 'any' || error !== null)
    .filter(({ email, recipients, error }) => [recipients, email.subject, error ?? ''].some((part) => foldText(part).includes(wanted)))
    .sort((one, other) => other.email.sent_at_millis - one.email.sent_at_millis);
}

/** Returns a table of the rows, for a file. Times are in UTC. */
export function sentTable(rows: readonly SentRow[]): string[][] {
  const head = ['sent_at', 'status', 'recipients', 'subject', 'error_type', 'error'];
  return [
    head,
    ...rows.map(({ email, recipients, error }) => [
      isoTime(email.sent_at_millis) ?? String(email.sent_at_millis),
      error === null ? 'sent' : 'failed',
      recipients,
      email.subject,
      typeof email.error === 'object' ? (email.error?.errorType ?? '') : '',
      error ?? '',
    ]),
  ];
}
