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
CREATE TABLE IF NOT EXISTS declined_mails (
  user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE, category TEXT NOT NULL, PRIMARY KEY (user, category)
) WITHOUT ROWID;
`;

export const emailIndices = `
CREATE INDEX IF NOT EXISTS mails_by_project ON mails(project, sent_at);
`;
