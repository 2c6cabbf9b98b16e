/** Writes users, teams, and members to an index. Each function is one transaction. */

import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import { foldSearch } from '#contract/text/fold-search.ts';
import type { IndexDatabase } from './index-database';
import { pathTables, putValues } from './metadata-paths';
import { bodyOf, metadataColumns, metadataOf } from './user-json';
import { flags, gramsOf, maxProviders, searchedText, toUserRow } from './user-row';

/** Users with a gram above which its rows aren't listed: it is found sooner by looking at the users in their order. */
const frequentRows = 1000;

/** Texts that aren't in the full-text index yet. It takes many at once in half the time of a few, and so few are looked at one by one. */
const waitingTexts = 1000;

export interface IndexWriter {
  /** Stores users as read by a pass. Returns how many of them it hadn't read before. */
  putPage(users: readonly ServerUser[], pass: number): number;
  /** Stores users without a pass. Returns how many of them were known. */
  putUsers(users: readonly ServerUser[], pass: number): number;
  /** Returns how many of them were known. */
  removeUsers(ids: readonly string[]): number;
  putTeams(teams: readonly ServerTeam[]): void;
  putTeam(team: ServerTeam): void;
  removeTeam(id: string): void;
  putMembers(teamId: string, userIds: readonly string[], asOfMillis: number): void;
  setMember(teamId: string, userId: string, isMember: boolean): void;
}

interface KnownUser {
  readonly rid: number;
  readonly id: string;
  readonly pass: number;
}

/** What is stored of a user as JSON: the body, and the columns with the metadata. */
type StoredJson = readonly [body: string, ...metadata: (string | null)[]];

const jsonOf = (user: ServerUser): StoredJson => [bodyOf(user), ...metadataOf(user)];

/** Creates the writer. Its calls must run in a transaction. */
export function createIndexWriter(index: IndexDatabase): IndexWriter {
  const grams = createGramWriter(index);
  const bitOf = createProviderBits(index);
  const find = (id: string) =>
    index.one<KnownUser>('SELECT u.rid, u.id, f.pass FROM people u JOIN facts f ON f.rid = u.rid WHERE u.id = ?', [id]);
  const isStored = (rid: number, json: StoredJson) => index.one(isStoredSql, [rid, ...json]) !== undefined;
  /** Returns what was known of the user. */
  const put = (user: ServerUser, pass: number): KnownUser | undefined => {
    const known = find(user.id);
    const json = jsonOf(user);
    if (known === undefined) addTo(index, 'users', 1);
    if (known?.pass !== pass) addTo(index, 'read', 1);
    if (known === undefined) insertUser(index, grams, user, json, toUserRow(user, bitOf), pass);
    else {
      if (!isStored(known.rid, json)) updateUser(index, grams, known.rid, user, json, toUserRow(user, bitOf));
      if (known.pass !== pass) index.run('UPDATE facts SET pass = ? WHERE rid = ?', [pass, known.rid]);
    }
    return known;
  };
  const putAll = (users: readonly ServerUser[], pass: number) => {
    const known = users.map((user) => put(user, pass));
    makeSearchable(index);
    return known;
  };
  const putTeam = (team: ServerTeam) => {
    const text = searchedText([team.display_name, team.id], team);
    index.run(
      `INSERT INTO teams (id, name, created, text, json) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, created = excluded.created, text = excluded.text, json = excluded.json`,
      [team.id, foldSearch(team.display_name), team.created_at_millis, text, JSON.stringify(team)],
    );
  };
  const removeTeam = (id: string) => {
    for (const table of ['members', 'member_reads']) index.run(`DELETE FROM ${table} WHERE team_id = ?`, [id]);
    index.run('DELETE FROM teams WHERE id = ?', [id]);
  };
  return {
    putPage: (users, pass) => putAll(users, pass).filter((known) => known?.pass !== pass).length,
    putUsers: (users, pass) => putAll(users, pass).filter((known) => known !== undefined).length,
    removeUsers(ids) {
      const known = ids.flatMap((id) => find(id) ?? []);
      for (const one of known) removeUser(index, grams, one);
      return known.length;
    },
    putTeams(teams) {
      const present = new Set(teams.map(({ id }) => id));
      for (const { id } of index.all<{ id: string }>('SELECT id FROM teams')) if (!present.has(id)) removeTeam(id);
      teams.forEach(putTeam);
    },
    putTeam,
    removeTeam,
    putMembers(teamId, userIds, asOfMillis) {
      index.run('DELETE FROM members WHERE team_id = ?', [teamId]);
      for (const userId of userIds) index.run('INSERT OR IGNORE INTO members (team_id, user_id) VALUES (?, ?)', [teamId, userId]);
      index.run('INSERT OR REPLACE INTO member_reads (team_id, as_of) VALUES (?, ?)', [teamId, asOfMillis]);
    },
    setMember(teamId, userId, isMember) {
      const isRead = index.one('SELECT 1 FROM member_reads WHERE team_id = ?', [teamId]) !== undefined;
      if (!isRead) return;
      if (isMember) index.run('INSERT OR IGNORE INTO members (team_id, user_id) VALUES (?, ?)', [teamId, userId]);
      else index.run('DELETE FROM members WHERE team_id = ? AND user_id = ?', [teamId, userId]);
    },
  };
}

type Row = ReturnType<typeof toUserRow>;

const isStoredSql = `SELECT 1 FROM bodies b JOIN metadata m ON m.rid = b.rid WHERE b.rid = ? AND b.json = ? AND ${metadataColumns
  .map((name) => `m.${name} IS ?`)
  .join(' AND ')}`;
const putMetadataSql = `INSERT OR REPLACE INTO metadata (rid, ${metadataColumns.join(', ')}) VALUES (?, ${metadataColumns.map(() => '?').join(', ')})`;

function putJson(index: IndexDatabase, rid: number, [body, ...metadata]: StoredJson): void {
  index.run('INSERT OR REPLACE INTO bodies (rid, json) VALUES (?, ?)', [rid, body]);
  index.run(putMetadataSql, [rid, ...metadata]);
}

function insertUser(index: IndexDatabase, grams: GramWriter, user: ServerUser, json: StoredJson, row: Row, pass: number): void {
  index.run('INSERT INTO people (id, name, email) VALUES (?, ?, ?)', [user.id, row.name, row.email]);
  const rid = index.one<{ rid: number }>('SELECT last_insert_rowid() AS rid')?.rid ?? 0;
  index.run('INSERT INTO facts (rid, flags, signed_up, last_active, country, pass) VALUES (?, ?, ?, ?, ?, ?)', [
    rid,
    row.flags,
    row.signedUp,
    row.lastActive,
    row.country,
    pass,
  ]);
  putJson(index, rid, json);
  addText(index, grams, rid, row.text);
  putValues(index, rid, user);
}

function removeUser(index: IndexDatabase, grams: GramWriter, { rid, id, pass }: KnownUser): void {
  removeText(index, grams, rid);
  addTo(index, 'users', -1);
  if (pass === lastPass(index)) addTo(index, 'read', -1);
  for (const table of ['facts', 'bodies', 'metadata', 'texts', ...pathTables(index).map(({ table: name }) => name)])
    index.run(`DELETE FROM ${table} WHERE rid = ?`, [rid]);
  index.run('DELETE FROM people WHERE rid = ?', [rid]);
  index.run('DELETE FROM members WHERE user_id = ?', [id]);
}

function updateUser(index: IndexDatabase, grams: GramWriter, rid: number, user: ServerUser, json: StoredJson, row: Row): void {
  index.run('UPDATE people SET name = ?, email = ? WHERE rid = ?', [row.name, row.email, rid]);
  index.run('UPDATE facts SET flags = ?, signed_up = ?, last_active = ?, country = ? WHERE rid = ?', [
    row.flags,
    row.signedUp,
    row.lastActive,
    row.country,
    rid,
  ]);
  putJson(index, rid, json);
  putValues(index, rid, user);
  if (index.one<{ text: string }>('SELECT text FROM texts WHERE rid = ?', [rid])?.text === row.text) return;
  removeText(index, grams, rid);
  index.run('DELETE FROM texts WHERE rid = ?', [rid]);
  addText(index, grams, rid, row.text);
}

function addText(index: IndexDatabase, grams: GramWriter, rid: number, text: string): void {
  index.run('INSERT INTO texts (rid, text) VALUES (?, ?)', [rid, text]);
  if (rid <= totalOf(index, 'searchable')) index.run('INSERT INTO texts_index (rowid, text) VALUES (?, ?)', [rid, text]);
  grams.add(rid, text);
}

/** Brings waiting texts into the full-text index once there are enough. */
function makeSearchable(index: IndexDatabase): void {
  const from = totalOf(index, 'searchable');
  const last = index.one<{ rid: number | null }>('SELECT max(rid) AS rid FROM texts')?.rid ?? 0;
  if (last - from < waitingTexts) return;
  index.run('INSERT INTO texts_index (rowid, text) SELECT rid, text FROM texts WHERE rid > ?', [from]);
  addTo(index, 'searchable', last - from);
}

/** A number that is kept with the rows, because counting them takes too long: of all users, and of those that the pass has read. */
type Total = 'users' | 'read' | 'searchable';

/** Returns a number that is kept with the rows. `searchable` is the last row whose text is in the full-text index. */
export function totalOf(index: IndexDatabase, name: Total): number {
  return index.one<{ value: number }>('SELECT value FROM totals WHERE name = ?', [name])?.value ?? 0;
}

function addTo(index: IndexDatabase, name: Total, change: number): void {
  index.run('UPDATE totals SET value = value + ? WHERE name = ?', [change, name]);
}

/** Returns the number of the last pass that was started. */
export function lastPass(index: IndexDatabase): number {
  return Number(index.one<{ value: string }>("SELECT value FROM settings WHERE name = 'pass'")?.value ?? 0);
}

/** Starts a pass, which has read no user yet. */
export function startPass(index: IndexDatabase): void {
  index.run("INSERT OR REPLACE INTO settings (name, value) VALUES ('pass', ?)", [String(lastPass(index) + 1)]);
  index.run("UPDATE totals SET value = 0 WHERE name = 'read'");
}

/** Removes a text from what finds it. Its row is needed for that, and stays. */
function removeText(index: IndexDatabase, grams: GramWriter, rid: number): void {
  const text = index.one<{ text: string }>('SELECT text FROM texts WHERE rid = ?', [rid])?.text;
  if (text === undefined) return;
  if (rid <= totalOf(index, 'searchable'))
    index.run("INSERT INTO texts_index (texts_index, rowid, text) VALUES ('delete', ?, ?)", [rid, text]);
  grams.remove(rid, text);
}

/** Returns the function that returns the bit of a provider, and gives a new one its own while there are some. */
function createProviderBits(index: IndexDatabase): (provider: string) => number {
  return (provider) => {
    const known = providerBit(index, provider);
    if (known !== null) return known;
    index.run('INSERT INTO providers (id) VALUES (?)', [provider]);
    return providerBit(index, provider) ?? flags.otherProvider;
  };
}

/** Returns the bit of a provider; null if no user has it. */
export function providerBit(index: IndexDatabase, provider: string): number | null {
  const found = index.one<{ number: number }>('SELECT number FROM providers WHERE id = ?', [provider]);
  if (found === undefined) return null;
  return found.number > maxProviders ? flags.otherProvider : flags.provider * 2 ** (found.number - 1);
}

interface GramWriter {
  add(rid: number, text: string): void;
  remove(rid: number, text: string): void;
}

/** Creates what lists the users with each rare gram. A gram that became frequent stays it. */
function createGramWriter(index: IndexDatabase): GramWriter {
  const frequent = new Set<string>();
  const isFrequent = (gram: string): boolean => {
    if (frequent.has(gram)) return true;
    if (index.one<{ is_frequent: number }>('SELECT is_frequent FROM grams WHERE gram = ?', [gram])?.is_frequent !== 1) return false;
    frequent.add(gram);
    return true;
  };
  return {
    add(rid, text) {
      for (const gram of gramsOf(text)) {
        if (isFrequent(gram)) continue;
        index.run('INSERT OR IGNORE INTO gram_rows (gram, rid) VALUES (?, ?)', [gram, rid]);
        // Counted now and then only.
        if (rid % 16 !== 0) continue;
        const { count } = index.one<{ count: number }>('SELECT count(*) AS count FROM gram_rows WHERE gram = ?', [gram]) ?? { count: 0 };
        if (count <= frequentRows) continue;
        index.run('INSERT OR REPLACE INTO grams (gram, is_frequent) VALUES (?, 1)', [gram]);
        index.run('DELETE FROM gram_rows WHERE gram = ?', [gram]);
      }
    },
    remove(rid, text) {
      for (const gram of gramsOf(text)) if (!isFrequent(gram)) index.run('DELETE FROM gram_rows WHERE gram = ? AND rid = ?', [gram, rid]);
    },
  };
}
