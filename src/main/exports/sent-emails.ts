/** Sent emails, from the list that the service's release has. */
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { SentEmail } from '#contract/service/models/mail-models.ts';
import type { OutboxEmail } from '#contract/service/models/outbox-models.ts';
import type { Batch, ExportSource } from './export-source';
import type { ExportedEmail } from './row-values';

/** Yields all emails of the outbox that were sent or failed (wire/later 5) where the release has one, else the latest ones. */
export async function* sentEmails(source: ExportSource): AsyncGenerator<Batch> {
  const { call, hasFeature } = source;
  if (!(await hasFeature('email-outbox'))) {
    yield await latestEmails(source);
    return;
  }
  const cursors = new Set<string>();
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(call, cursor);
    const ended = page.items.filter(({ status, simple_status }) => simple_status !== 'in-progress' && status !== 'skipped');
    yield { rows: ended.map((email) => ({ kind: 'email', email: fromOutbox(email) })), omitted: page.omitted?.count ?? 0 };
    cursor = page.pagination.next_cursor;
    if (cursor === null) return;
    if (cursors.has(cursor)) throw fail('bad-response', { path: 'pagination.next_cursor' });
    cursors.add(cursor);
  }
}

/** Resolves to the latest emails, which every release lists. */
export async function latestEmails({ call }: Pick<ExportSource, 'call'>): Promise<Batch> {
  const { items, omitted } = await call(catalog.emails.sent, 'project', {});
  return { rows: items.map((email) => ({ kind: 'email', email: fromSent(email) })), omitted: omitted?.count ?? 0 };
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
