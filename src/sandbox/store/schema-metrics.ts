/** What metrics read without meeting a user's row (endpoints 9.4). */
export const metricsTables = `
CREATE TABLE IF NOT EXISTS active_days (
  project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE, day INTEGER NOT NULL,
  user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE, PRIMARY KEY (project, day, user)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS active_days_by_user ON active_days(user);
`;

export const metricsIndices = `
CREATE INDEX IF NOT EXISTS users_by_activity ON users(project, last_active_at, signed_up_at);
CREATE INDEX IF NOT EXISTS sessions_by_country ON sessions(project, json_extract(ip_info, '$.countryCode'), user);
`;
