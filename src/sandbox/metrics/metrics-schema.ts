/** Tables and indices for metrics, including data that is kept of deleted users (wire/endpoints 9.4). */
export const metricsTables = `
CREATE TABLE IF NOT EXISTS active_days (
  project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE, day INTEGER NOT NULL,
  user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE, PRIMARY KEY (project, day, user)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS active_days_by_user ON active_days(user);
CREATE TABLE IF NOT EXISTS deleted_users (
  key INTEGER PRIMARY KEY, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  last_active_at INTEGER NOT NULL, country TEXT
);
CREATE INDEX IF NOT EXISTS deleted_users_by_activity ON deleted_users(project, last_active_at);
CREATE TABLE IF NOT EXISTS deleted_users_days (
  project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE, day INTEGER NOT NULL, users INTEGER NOT NULL,
  PRIMARY KEY (project, day)
) WITHOUT ROWID;
`;

export const metricsIndices = `
CREATE INDEX IF NOT EXISTS users_by_activity ON users(project, last_active_at, signed_up_at);
CREATE INDEX IF NOT EXISTS users_by_country ON users(project, country) WHERE country IS NOT NULL;
`;
