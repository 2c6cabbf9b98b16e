/** Store of the log of sent emails (wire/endpoints 9.3). */

import type { JsonValue } from '#contract/service/models/fields.ts';
import type { DeliveryError, SentEmail, TemplateType } from '#contract/service/models/mail-models.ts';
import type { Store } from '../database/database';

export type LoggedEmail = Required<SentEmail> & { readonly error: DeliveryError | null };

/** Maximum number of listed emails (wire/limits 3). */
const maxLoggedEmails = 100;

/** Logs an email, in the place of an earlier attempt to send it. */
export function logEmail(store: Store, project: number, mail: LoggedEmail): void {
  store.run('DELETE FROM mail_log WHERE project = ? AND id = ?', [project, mail.id]);
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

/** Tables of email: the project's own templates, the log, and unsubscribed categories. */
export const emailTables = `
CREATE TABLE IF NOT EXISTS mails (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  sender TEXT NOT NULL, recipients TEXT NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL, html TEXT NOT NULL, sent_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS email_templates (
  project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE, type TEXT NOT NULL, subject TEXT NOT NULL, content TEXT NOT NULL,
  PRIMARY KEY (project, type)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mail_log (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  recipients TEXT NOT NULL, subject TEXT NOT NULL, sent_at INTEGER NOT NULL, sender TEXT NOT NULL, error TEXT
);
CREATE INDEX IF NOT EXISTS mail_log_by_project ON mail_log(project, sent_at);
CREATE INDEX IF NOT EXISTS mail_log_by_id ON mail_log(id);
CREATE TABLE IF NOT EXISTS declined_mails (
  user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE, category TEXT NOT NULL, PRIMARY KEY (user, category)
) WITHOUT ROWID;
`;

export const emailIndices = `
CREATE INDEX IF NOT EXISTS mails_by_project ON mails(project, sent_at);
`;

/** Store of the templates that a project has changed (wire/endpoints 9.2). */
interface OwnTemplate {
  readonly type: TemplateType;
  readonly subject: string;
  readonly content: JsonValue;
}

export function listOwnTemplates(store: Store, project: number): OwnTemplate[] {
  const rows = store.all<OwnTemplate & { content: string }>('SELECT type, subject, content FROM email_templates WHERE project = ?', [
    project,
  ]);
  return rows.map((row) => ({ ...row, content: JSON.parse(row.content) }));
}

export function saveTemplate(store: Store, project: number, { type, subject, content }: OwnTemplate): void {
  store.run('INSERT OR REPLACE INTO email_templates (project, type, subject, content) VALUES (?, ?, ?, ?)', [
    project,
    type,
    subject,
    JSON.stringify(content),
  ]);
}

/** Deletes a template. Returns whether it existed. */
export function deleteTemplate(store: Store, project: number, type: TemplateType): boolean {
  return store.run('DELETE FROM email_templates WHERE project = ? AND type = ?', [project, type]) > 0;
}

/** Store of the email categories that users have unsubscribed from. */
export function declinedCategories(store: Store, user: number): string[] {
  return store.all<{ category: string }>('SELECT category FROM declined_mails WHERE user = ?', [user]).map(({ category }) => category);
}

export function setDeclined(store: Store, user: number, category: string, declined: boolean): void {
  const sql = declined
    ? 'INSERT OR IGNORE INTO declined_mails (user, category) VALUES (?, ?)'
    : 'DELETE FROM declined_mails WHERE user = ? AND category = ?';
  store.run(sql, [user, category]);
}

/** Store of the mailbox: every email, whether or not it was delivered. */
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
