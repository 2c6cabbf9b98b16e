/** Store of the mailbox: every email, whether or not it was delivered. */
import type { Store } from '../database/database';

interface MailboxEmail {
  readonly id: string;
  /** `Name <address>`. */
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly sent_at_millis: number;
}

export function insertMailboxEmail(store: Store, project: number, mail: MailboxEmail): void {
  store.run('INSERT INTO mails (id, project, sender, recipients, subject, text, html, sent_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
    mail.id,
    project,
    mail.from,
    JSON.stringify(mail.to),
    mail.subject,
    mail.text,
    mail.html,
    mail.sent_at_millis,
  ]);
}

interface MailboxRow extends Omit<MailboxEmail, 'from' | 'to' | 'sent_at_millis'> {
  readonly sender: string;
  readonly recipients: string;
  readonly sent_at: number;
}

/** Returns emails of all projects, newest first, optionally only those to one address. */
export function listMailbox(store: Store, filter: { readonly to: string | null; readonly limit: number }): MailboxEmail[] {
  const rows = store.all<MailboxRow>(
    `SELECT id, sender, recipients, subject, text, html, sent_at FROM mails m
     WHERE :to IS NULL OR EXISTS (SELECT 1 FROM json_each(m.recipients) r WHERE r.value = :to)
     ORDER BY sent_at DESC, key DESC LIMIT :limit`,
    { to: filter.to, limit: filter.limit },
  );
  return rows.map(({ id, sender, recipients, subject, text, html, sent_at }) => ({
    id,
    from: sender,
    to: JSON.parse(recipients),
    subject,
    text,
    html,
    sent_at_millis: sent_at,
  }));
}

/** Empties the mailbox. The service's log is kept. */
export function emptyMailbox(store: Store): void {
  store.run('DELETE FROM mails');
}
