/** Counts of a project's users, each read in one pass (wire/endpoints 9.4). */
import type { Store } from '../database/database';

export const dayMillis = 86_400_000;

/** Returns the day of a timestamp as days since the epoch (UTC). */
export function dayOf(millis: number): number {
  return Math.floor(millis / dayMillis);
}

export interface Methods {
  readonly total: number;
  readonly password: number;
  readonly otp: number;
  readonly passkey: number;
}

/** Counts all users, and those with each sign-in method. */
export function countMethods(store: Store, project: number): Methods {
  const sql = `SELECT count(*) AS total, count(password_hash) AS password, coalesce(sum(otp_enabled), 0) AS otp, count(passkey) AS passkey
    FROM users WHERE project = ?`;
  return store.one<Methods>(sql, [project]) ?? { total: 0, password: 0, otp: 0, passkey: 0 };
}

/** Counts anonymous users. */
export function countAnonymous(store: Store, project: number): number {
  const sql = 'SELECT count(*) AS count FROM users WHERE project = ? AND is_anonymous = 1';
  return store.one<{ count: number }>(sql, [project])?.count ?? 0;
}

interface Count<K> {
  readonly key: K;
  readonly count: number;
}

/** Counts users by OAuth provider. */
export function countProviders(store: Store, project: number): Count<string>[] {
  return store.all(
    `SELECT o.provider AS key, count(*) AS count FROM oauth_accounts o CROSS JOIN users u ON u.key = o.user
     WHERE u.project = ? GROUP BY o.provider ORDER BY o.provider`,
    [project],
  );
}

/** Counts users, including deleted ones, by their last known country. */
export function countCountries(store: Store, project: number): Count<string>[] {
  return store.all(
    `SELECT country AS key, sum(users) AS count FROM (
       SELECT country, count(*) AS users FROM users WHERE project = :project AND country IS NOT NULL GROUP BY country
       UNION ALL
       SELECT country, count(*) FROM deleted_users WHERE project = :project AND country IS NOT NULL GROUP BY country)
     GROUP BY country ORDER BY country`,
    { project },
  );
}

export interface Days {
  readonly signUps: ReadonlyMap<number, number>;
  readonly active: ReadonlyMap<number, number>;
}

/**
 * Counts sign-ups and active users by day, from a given day on.
 *
 * Users are only active between sign-up and `last_active_at`, so one pass over those active since then covers all; the days between
 * are stored. Deleted users stay counted.
 */
export function countDays(store: Store, project: number, from: number): Days {
  const ends = store.all<{ last: number; first: number; count: number }>(
    `SELECT last_active_at / ${dayMillis} AS last, max(signed_up_at / ${dayMillis}, :before) AS first, count(*) AS count
     FROM users WHERE project = :project AND last_active_at >= :since GROUP BY 1, 2`,
    { project, since: from * dayMillis, before: from - 1 },
  );
  const between = store.all<Count<number>>(
    `SELECT a.day AS key, count(*) AS count FROM active_days a JOIN users u ON u.key = a.user
     WHERE a.project = ? AND a.day >= ? AND a.day NOT IN (u.last_active_at / ${dayMillis}, u.signed_up_at / ${dayMillis}) GROUP BY a.day`,
    [project, from],
  );
  const signUps = new Map<number, number>();
  const active = new Map(between.map(({ key, count }) => [key, count]));
  const add = (counts: Map<number, number>, day: number, count: number) => counts.set(day, (counts.get(day) ?? 0) + count);
  const deleted = store.all<Count<number>>('SELECT day AS key, users AS count FROM deleted_users_days WHERE project = ? AND day >= ?', [
    project,
    from,
  ]);
  for (const { key, count } of deleted) add(active, key, count);
  for (const { last, first, count } of ends) {
    add(signUps, first, count);
    add(active, last, count);
    if (first !== last) add(active, first, count);
  }
  return { signUps, active };
}

/** Returns the days on which a user was active, from a given day on: those of sign-up and of the last activity, and the stored ones. */
export function activeDays(store: Store, user: number, from: number): ReadonlySet<number> {
  const sql = `SELECT day FROM active_days WHERE user = :user
    UNION SELECT signed_up_at / ${dayMillis} FROM users WHERE key = :user
    UNION SELECT last_active_at / ${dayMillis} FROM users WHERE key = :user`;
  const days = store.all<{ day: number }>(sql, { user }).map(({ day }) => day);
  return new Set(days.filter((day) => day >= from));
}

/** Returns the row keys of the newest users. */
export function newestUsers(store: Store, project: number, limit: number): number[] {
  const sql = 'SELECT key FROM users WHERE project = ? ORDER BY signed_up_at DESC, key DESC LIMIT ?';
  return store.all<{ key: number }>(sql, [project, limit]).map(({ key }) => key);
}

/** Returns the row keys of the most recently active users. Deleted ones count toward the limit and are then left out. */
export function lastActiveUsers(store: Store, project: number, limit: number): number[] {
  const latest = (key: string, table: string) =>
    `SELECT * FROM (SELECT ${key} AS key, last_active_at FROM ${table} WHERE project = :project ORDER BY last_active_at DESC, ${table}.key DESC LIMIT :limit)`;
  const sql = `SELECT key FROM (${latest('key', 'users')} UNION ALL ${latest('NULL', 'deleted_users')})
    ORDER BY last_active_at DESC, key DESC LIMIT :limit`;
  return store.all<{ key: number | null }>(sql, { project, limit }).flatMap(({ key }) => key ?? []);
}

/** Records that a user was active, and the country if known. */
export function recordActivity(store: Store, user: number, now: number, country: string | null): void {
  store.run('UPDATE users SET last_active_at = ?, country = coalesce(?, country) WHERE key = ?', [now, country, user]);
  store.run('INSERT OR IGNORE INTO active_days (project, day, user) SELECT project, ?, key FROM users WHERE key = ?', [dayOf(now), user]);
}

/** Stores what metrics show of a user before the user is deleted. */
export function preserveActivity(store: Store, user: number): void {
  store.run(
    'INSERT INTO deleted_users (project, last_active_at, country) SELECT project, last_active_at, country FROM users WHERE key = ?',
    [user],
  );
  store.run(
    `INSERT INTO deleted_users_days (project, day, users)
     SELECT project, day, 1 FROM (
       SELECT project, day FROM active_days WHERE user = :user
       UNION SELECT project, last_active_at / ${dayMillis} FROM users WHERE key = :user
       UNION SELECT project, signed_up_at / ${dayMillis} FROM users WHERE key = :user) WHERE true
     ON CONFLICT DO UPDATE SET users = users + 1`,
    { user },
  );
}

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
