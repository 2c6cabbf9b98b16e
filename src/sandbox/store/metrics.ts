/** Counts over all people of a project, each read in one pass (endpoints 9.4). */
import type { Store } from './database';

export const dayMillis = 86_400_000;

/** The day of a moment, as a number of days since the epoch (UTC). */
export function dayOf(millis: number): number {
  return Math.floor(millis / dayMillis);
}

export interface Methods {
  readonly total: number;
  readonly password: number;
  readonly otp: number;
  readonly passkey: number;
}

/** How many people there are, and how many of them have each method of their own. */
export function countMethods(store: Store, project: number): Methods {
  const sql = `SELECT count(*) AS total, count(password_hash) AS password, coalesce(sum(otp_enabled), 0) AS otp, count(passkey) AS passkey
    FROM users WHERE project = ?`;
  return store.one<Methods>(sql, [project]) ?? { total: 0, password: 0, otp: 0, passkey: 0 };
}

interface Count<K> {
  readonly key: K;
  readonly count: number;
}

/** People by OAuth provider. */
export function countProviders(store: Store, project: number): Count<string>[] {
  return store.all(
    `SELECT o.provider AS key, count(*) AS count FROM oauth_accounts o CROSS JOIN users u ON u.key = o.user
     WHERE u.project = ? GROUP BY o.provider ORDER BY o.provider`,
    [project],
  );
}

/** People by the countries their sessions were used in. */
export function countCountries(store: Store, project: number): Count<string>[] {
  return store.all(
    `SELECT country AS key, count(*) AS count FROM (
       SELECT DISTINCT json_extract(ip_info, '$.countryCode') AS country, user FROM sessions
       WHERE project = ? AND json_extract(ip_info, '$.countryCode') IS NOT NULL)
     GROUP BY country ORDER BY country`,
    [project],
  );
}

export interface Days {
  readonly signUps: ReadonlyMap<number, number>;
  readonly active: ReadonlyMap<number, number>;
}

/**
 * Sign-ups and active people by day, from a day on. Nobody is active before they came nor after they were last here, so
 * one walk over those who were here since then meets everyone; the days between are on record.
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
  for (const { last, first, count } of ends) {
    add(signUps, first, count);
    add(active, last, count);
    if (first !== last) add(active, first, count);
  }
  return { signUps, active };
}

/** The row keys of the newest people, or of those who were here last. */
export function recentUsers(store: Store, project: number, order: 'signed_up_at' | 'last_active_at', limit: number): number[] {
  const sql = `SELECT key FROM users WHERE project = ? ORDER BY ${order} DESC, key DESC LIMIT ?`;
  return store.all<{ key: number }>(sql, [project, limit]).map(({ key }) => key);
}

/** Puts on record that somebody was here that day. */
export function recordActivity(store: Store, user: number, now: number): void {
  store.run('INSERT OR IGNORE INTO active_days (project, day, user) SELECT project, ?, key FROM users WHERE key = ?', [dayOf(now), user]);
}
