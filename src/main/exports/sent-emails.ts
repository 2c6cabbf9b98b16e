/** Sent emails, from the list that the service's release has. */
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { SentEmail } from '#contract/service/models/mail-models.ts';
import type { OutboxEmail } from '#contract/service/models/outbox-models.ts';
import type { Batch, ExportSource } from './export-source';
import type { ExportedEmail } from './row-values';

/** Yields all emails of the outbox where the release has one, else the latest ones. */
export async function* sentEmails({ call, hasFeature }: ExportSource): AsyncGenerator<Batch> {
  if (!(await hasFeature('email-outbox'))) {
    const { items, omitted } = await call(catalog.emails.sent, 'project', {});
    yield { rows: items.map((email) => ({ kind: 'email', email: fromSent(email) })), omitted: omitted?.count ?? 0 };
    return;
  }
  const cursors = new Set<string>();
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(call, cursor);
    yield { rows: page.items.map((email) => ({ kind: 'email', email: fromOutbox(email) })), omitted: page.omitted?.count ?? 0 };
    cursor = page.pagination.next_cursor;
    if (cursor === null) return;
    if (cursors.has(cursor)) throw fail('bad-response', { path: 'pagination.next_cursor' });
    cursors.add(cursor);
  }
}

function readPage(call: ExportSource['call'], cursor: string | null) {
  return call(catalog.outbox.list, 'project', { query: { limit: '100', ...(cursor === null ? {} : { cursor }) } });
}

function fromSent(email: SentEmail): ExportedEmail {
  const { error } = email;
  return {
    id: email.id,
    sentAtMillis: email.sent_at_millis,
    to: email.to ?? [],
    subject: email.subject,
    status: error === null ? 'sent' : 'server-error',
    error: typeof error === 'string' || error === null ? error : (error.message ?? error.errorType),
  };
}

function fromOutbox(email: OutboxEmail): ExportedEmail {
  const { to } = email;
  return {
    id: email.id,
    sentAtMillis: email.delivered_at_millis ?? email.error_at_millis ?? email.skipped_at_millis ?? null,
    to: to.emails ?? (to.user_id === undefined ? [] : [to.user_id]),
    subject: email.subject ?? null,
    status: email.status,
    error: email.server_error ?? email.render_error ?? email.skipped_reason ?? null,
  };
}
