/** Generates users inside the database, so that a million take seconds and no memory in this process. */
import type { Store } from '../database/database';
import { dayMillis, dayOf } from '../stores/metrics-store';
import { addressRanges, locations } from './locations';
import { createPools, cultures, dropPools, namesPerList } from './name-pools';
import { draw, uuidOf } from './repeatable-random';
import { seededPasskey } from './seed-named-users';

interface GeneratedUsersDeps {
  readonly store: Store;
  readonly project: number;
  readonly now: number;
  readonly passwordHash: string;
  readonly count: number;
}

const seededDays = 90;

/** Sign-in methods as ranges of a draw below 100. */
const methods = {
  password: [0, 33, 46, 50, 80, 85, 88, 91],
  otp: [34, 50, 86, 87],
  google: [51, 62, 80, 82, 94, 95],
  github: [63, 71, 92, 95],
  microsoft: [72, 76],
  spotify: [77, 79],
  passkey: [83, 87, 92, 93],
  totp: [88, 91],
  anonymous: [96, 98],
} as const;

/** Returns SQL for whether a row's draw is in the method's ranges. Users above all ranges have no sign-in method. */
function hasMethod(method: keyof typeof methods): string {
  const bounds = methods[method];
  const ranges = bounds.flatMap((from, index) => (index % 2 === 0 ? [`d.method BETWEEN ${from} AND ${bounds[index + 1]}`] : []));
  return `(${ranges.join(' OR ')})`;
}

/** Stores users with emails, provider accounts and sessions. Repeatable relative to `now`. */
export function seedGeneratedUsers(deps: GeneratedUsersDeps): void {
  const { store } = deps;
  if (deps.count <= 0) return;
  createPools(store);
  const firstKey = (store.one<{ key: number | null }>('SELECT max(key) AS key FROM users')?.key ?? 0) + 1;
  drawUsers(deps, firstKey);
  createLocations(store);
  writeUsers(deps);
  writeChannels(deps);
  writeAccounts(store);
  writeSessions(deps);
  writeActiveDays(deps);
  store.script('DROP TABLE crowd; DROP TABLE pool_place;');
  dropPools(store);
}

/** Draws a row per user in order of sign-up: name, sign-in method, sign-up and last activity. */
function drawUsers({ store, now, count }: GeneratedUsersDeps, firstKey: number): void {
  const prime = primeFrom(Math.max(count + 1, 101));
  const spread = Math.floor(prime * 0.6180339887);
  store.script(`CREATE TEMP TABLE crowd (n INTEGER PRIMARY KEY, key INTEGER, culture INTEGER, given INTEGER, family INTEGER,
    round INTEGER, method INTEGER, signed_up_at INTEGER, last_active_at INTEGER)`);
  const size = namesPerList;
  for (const { from, to, start } of signUpDays(count, now)) {
    store.script(`
      WITH RECURSIVE series(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM series WHERE n + 1 < ${to}),
      drawn AS (SELECT n, (n * ${spread}) % ${prime} AS m,
        ${start} + ((n - ${from}) * 1000 + ${draw('n', 1, 1000)}) * ${Math.floor(dayMillis / (to - from))} / 1000 AS came FROM series)
      INSERT INTO crowd SELECT n, n + ${firstKey - 1}, m % ${cultures.length}, (m / ${cultures.length}) % ${size},
        (m / ${cultures.length * size} + 5 * (m / ${cultures.length})) % ${size}, m / ${cultures.length * size * size},
        ${draw('n', 2, 100)}, came, ${lastActive(now)} FROM drawn`);
  }
}

/** Returns SQL for the last activity: a fifth at sign-up, a third in the last two days, the others in between. */
function lastActive(now: number): string {
  const part = draw('n', 4, 10_000);
  return `CASE WHEN ${draw('n', 3, 100)} < 20 THEN min(came + ${part} * 60, ${now})
    WHEN ${draw('n', 3, 100)} < 55 THEN max(came, ${now} - ${part} * 17280)
    ELSE came + (${now} - came) * ${part} / 10000 END`;
}

/** Returns row ranges by sign-up day: more from month to month, fewer on weekends. `to` is exclusive. */
function signUpDays(count: number, now: number): { readonly from: number; readonly to: number; readonly start: number }[] {
  const starts = Array.from({ length: seededDays }, (_value, day) => now - (seededDays - day) * dayMillis);
  const weights = starts.map((start, day) => {
    const weekend = [0, 6].includes(new Date(start).getUTCDay());
    return (0.6 + (0.9 * day) / seededDays) * (weekend ? 0.55 : 1) * (0.8 + ((day * 37) % 41) / 100);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  let from = 1;
  return weights.flatMap((weight, day) => {
    sum += weight;
    const to = 1 + Math.round((count * sum) / total);
    const range = { from, to, start: starts[day] ?? now };
    from = to;
    return range.to > range.from ? [range] : [];
  });
}

const person = `crowd d
  JOIN pool_culture c ON c.culture = d.culture
  JOIN pool_given g ON g.culture = d.culture AND g.i = d.given
  JOIN pool_family f ON f.culture = d.culture AND f.i = d.family`;

const nameOf = (column: 'name' | 'folded') =>
  `CASE c.family_first WHEN 1 THEN f.${column} || c.separator || g.${column} ELSE g.${column} || c.separator || f.${column} END`;

function writeUsers({ store, project, passwordHash }: GeneratedUsersDeps): void {
  const nameless = `${draw('d.n', 5, 100)} < 4`;
  const shown = (column: 'name' | 'folded') =>
    `CASE WHEN ${hasMethod('anonymous')} THEN '${column === 'name' ? 'Anonymous' : 'anonymous'} user' WHEN ${nameless} THEN NULL ELSE ${nameOf(column)} END`;
  const plan = `CASE ${draw('d.n', 6, 10)} WHEN 0 THEN 'team' WHEN 1 THEN 'team' WHEN 2 THEN 'pro' ELSE 'free' END`;
  store.run(
    `INSERT INTO users (key, id, project, display_name, display_name_folded, client_metadata, client_read_only_metadata, server_metadata,
       signed_up_at, last_active_at, password_hash, otp_enabled, totp_secret, passkey, is_anonymous, country)
     SELECT d.key, ${uuidOf('d.n', 1)}, ${project}, ${shown('name')}, ${shown('folded')},
       CASE WHEN ${draw('d.n', 7, 10)} < 3 THEN json_object('newsletter', json(iif(d.n % 2, 'true', 'false'))) END,
       CASE WHEN ${draw('d.n', 8, 10)} < 6 THEN json_object('plan', ${plan}) END,
       CASE WHEN ${draw('d.n', 8, 10)} < 2 THEN json_object('customer_number', 100000 + d.n) END,
       d.signed_up_at, d.last_active_at, CASE WHEN ${hasMethod('password')} THEN :hash END, ${hasMethod('otp')},
       CASE WHEN ${hasMethod('totp')} THEN 'QW5hbHl0aWNhbEVuZ2luZTE=' END, CASE WHEN ${hasMethod('passkey')} THEN :passkey END, ${hasMethod('anonymous')},
       (SELECT p.country FROM pool_place p WHERE p.place = ${locationOfLastSession})
     FROM ${person} ORDER BY d.n`,
    { hash: passwordHash, passkey: seededPasskey },
  );
}

/** Country for metrics, which count users by their last session. */
const locationOfLastSession = draw('d.n', 17, locations.length);

const mailDomains = ['mail', 'post', 'letters', 'inbox', 'courier', 'telegraph', 'pigeon', 'quill', 'parcel', 'envelope'];
const handle = `g.handle || '.' || f.handle || iif(d.round = 0, '', d.round)`;
const domainOf = (which: number) =>
  `CASE ${draw('d.n', which, mailDomains.length)} ${mailDomains.map((name, index) => `WHEN ${index} THEN '@${name}.example'`).join(' ')} END`;

function writeChannels({ store, project }: GeneratedUsersDeps): void {
  // Sign-ups through a provider or an emailed code have a verified email.
  const verified = `${draw('d.n', 10, 100)} >= 18 OR NOT ${hasMethod('password')}`;
  const columns = '(id, project, user, value, value_folded, is_primary, is_verified, used_for_auth, created_at)';
  const add = (kind: number, value: string, flags: string, condition: string) =>
    store.script(`INSERT INTO contact_channels ${columns}
      SELECT ${uuidOf('d.n', kind)}, ${project}, d.key, ${value}, ${value}, ${flags}, d.signed_up_at
      FROM ${person} WHERE NOT ${hasMethod('anonymous')} AND ${condition} ORDER BY d.n`);
  add(2, `${handle} || ${domainOf(9)}`, `1, ${verified}, d.method <> 99`, 'true');
  add(3, `${handle} || '@home.example'`, `0, ${draw('d.n', 11, 2)}, 0`, `${draw('d.n', 12, 100)} < 6`);
}

function writeAccounts(store: Store): void {
  for (const [kind, provider] of [
    [6, 'google'],
    [7, 'github'],
    [8, 'microsoft'],
    [9, 'spotify'],
  ] as const) {
    store.script(`INSERT INTO oauth_accounts (user, provider, account_id, email, id)
      SELECT d.key, '${provider}', printf('%d%06d', 10000 + d.n, ${draw('d.n', 13, 1_000_000)}), ${handle} || ${domainOf(9)},
        ${uuidOf('d.n', kind)}
      FROM ${person} WHERE ${hasMethod(provider)} ORDER BY d.n`);
  }
}

function createLocations(store: Store): void {
  store.script('CREATE TEMP TABLE pool_place (place INTEGER PRIMARY KEY, info TEXT, country TEXT)');
  const list = JSON.stringify(locations.map((place) => ({ ip: '', ...place })));
  store.run("INSERT INTO pool_place SELECT key, value, json_extract(value, '$.countryCode') FROM json_each(?)", [list]);
}

/** Gives every user a session with their last activity, and a third a second one from their sign-up. */
function writeSessions({ store, project }: GeneratedUsersDeps): void {
  const columns = '(id, project, user, refresh_token, created_at, expires_at, last_used_at, ip_info)';
  const range = `CASE ${draw('d.n', 14, 3)} WHEN 0 THEN '${addressRanges[0]}' WHEN 1 THEN '${addressRanges[1]}' ELSE '${addressRanges[2]}' END`;
  const info = `json_set(p.info, '$.ip', ${range} || (1 + ${draw('d.n', 15, 254)}))`;
  const add = (kind: number, place: string, created: string, used: string, condition: string) =>
    store.script(`INSERT INTO sessions ${columns}
      SELECT ${uuidOf('d.n', kind)}, ${project}, d.key, substr(lower(hex(randomblob(23))), 1, 45), ${created}, ${created} + ${365 * dayMillis},
        ${used}, ${info}
      FROM crowd d JOIN pool_place p ON p.place = ${place} WHERE ${condition} ORDER BY d.n`);
  const second = `${draw('d.n', 18, 100)} < 33`;
  add(4, draw('d.n', 16, locations.length), 'd.signed_up_at', 'd.signed_up_at + (d.last_active_at - d.signed_up_at) / 3', second);
  add(
    5,
    locationOfLastSession,
    `CASE WHEN ${second} THEN (d.signed_up_at + d.last_active_at) / 2 ELSE d.signed_up_at END`,
    'd.last_active_at',
    'true',
  );
}

/** Only the first users are active on days between, because a million of them would take a minute. */
const activeUsers = 5000;
const shownDays = 31;

/** Has users come on a third of the days between sign-up and last activity, and on half as many at weekends. */
function writeActiveDays({ store, project, now }: GeneratedUsersDeps): void {
  const today = dayOf(now);
  const isWeekend = '(s.day + 4) % 7 IN (0, 6)';
  store.script(`
    WITH RECURSIVE series(day) AS (SELECT ${today - shownDays} UNION ALL SELECT day + 1 FROM series WHERE day + 1 < ${today})
    INSERT OR IGNORE INTO active_days (project, day, user)
      SELECT ${project}, s.day, d.key FROM series s JOIN crowd d ON d.n <= ${activeUsers}
      WHERE s.day > d.signed_up_at / ${dayMillis} AND s.day < d.last_active_at / ${dayMillis}
        AND ${draw('d.n * 127 + s.day', 31, 100)} < iif(${isWeekend}, 16, 34)`);
}

/** Returns the smallest prime from `from` on: multiplication modulo a prime shuffles without repeating. */
function primeFrom(from: number): number {
  for (let candidate = from; ; candidate += 1) {
    let factor = 2;
    while (factor * factor <= candidate && candidate % factor !== 0) factor += 1;
    if (factor * factor > candidate) return candidate;
  }
}
