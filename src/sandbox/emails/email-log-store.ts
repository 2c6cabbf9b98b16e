/** Store of the log of sent emails (wire/endpoints 9.3). */
import type { DeliveryError, SentEmail } from '../../contract/service/models/mail-models';
import type { Store } from '../database/database';

export type LoggedEmail = Required<SentEmail> & { readonly error: DeliveryError | null };

/** Maximum number of listed emails (wire/limits 3). */
const maxLoggedEmails = 100;

export function logEmail(store: Store, project: number, mail: LoggedEmail): void {
  store.run('INSERT INTO mail_log (id, project, recipients, subject, sent_at, sender, error) VALUES (?, ?, ?, ?, ?, ?, ?)', [
    mail.id,
    project,
    JSON.stringify(mail.to),
    mail.subject,
    mail.sent_at_millis,
    JSON.stringify(mail.sender_config),
    mail.error === null ? null : JSON.stringify(mail.error),
  ]);
}

interface LogRow {
  readonly id: string;
  readonly recipients: string;
  readonly subject: string;
  readonly sent_at: number;
  readonly sender: string;
  readonly error: string | null;
}

/** Returns the newest 100 emails, newest first. */
export function listLoggedEmails(store: Store, project: number): LoggedEmail[] {
  const sql = `SELECT id, recipients, subject, sent_at, sender, error FROM mail_log
    WHERE project = ? ORDER BY sent_at DESC, key DESC LIMIT ${maxLoggedEmails}`;
  return store.all<LogRow>(sql, [project]).map((row) => ({
    id: row.id,
    subject: row.subject,
    sent_at_millis: row.sent_at,
    to: JSON.parse(row.recipients),
    sender_config: JSON.parse(row.sender),
    error: row.error === null ? null : JSON.parse(row.error),
  }));
}
