/** An open index: handles the requests about it. */
import { setImmediate } from 'node:timers/promises';

import { newestFirst, type UserQuery } from '#contract/query/user-query.ts';
import { foldSearch } from '#contract/text/fold-search.ts';
import type { IndexRequest, IndexResults, MatchCount, OpenIndex, StoredState } from '#contract/workers/library.ts';
import { type IndexDatabase, openIndexDatabase } from './index-database';
import { createIndexWriter, type IndexWriter, lastPass, startPass, totalOf } from './index-writer';
import { createMetadataPaths, type MetadataPaths } from './metadata-paths';
import { findNamed, putNamed } from './named-items';
import { allOf, allRows, type Counted, countRows, findRows, type SearchDeps } from './search-users';
import { type ReadJson, readJson, storedUsers, wholeJson } from './user-json';

export interface IndexHandle {
  /** Resolves to the result of a request. Rejects with a `LibraryError`. */
  handle(request: IndexRequest, breathe: () => Promise<void>): Promise<unknown>;
  close(): void;
}

type Of<Op extends IndexRequest['op']> = Extract<IndexRequest, { op: Op }>;

type Handlers = {
  readonly [Op in IndexRequest['op']]: (request: Of<Op>, breathe: () => Promise<void>) => IndexResults[Op] | Promise<IndexResults[Op]>;
};

/** Opens an index. `pause` lets other requests run. Throws a `LibraryError`. */
export function openIndex(opened: OpenIndex, monotonic: () => number, pause: () => Promise<void> = () => setImmediate()): IndexHandle {
  const index = openIndexDatabase(opened);
  let isOpen = true;
  const paths = createMetadataPaths(index, async () => {
    await pause();
    return isOpen;
  });
  const handlers: Handlers = { ...passHandlers(index), ...writeHandlers(index), ...searchHandlers(index, paths, monotonic) };
  return {
    handle: async (request, breathe) => (handlers[request.op] as (of: IndexRequest, wait: typeof breathe) => unknown)(request, breathe),
    close() {
      isOpen = false;
      index.close();
    },
  };
}

/** Settings of the index that say where its pass is. */
type PassSetting = 'started' | 'next' | 'read' | 'as-of' | UnreadSetting;

/** Settings with the number of users that couldn't be read: until the last finished pass, and since the start of the one in progress. */
type UnreadSetting = 'unread' | 'unread-in-pass';

function createSettings(index: IndexDatabase) {
  const get = (name: PassSetting) => index.one<{ value: string }>('SELECT value FROM settings WHERE name = ?', [name])?.value ?? null;
  return {
    get,
    number: (name: PassSetting) => Number(get(name) ?? 0),
    set(name: PassSetting, value: string | number | null) {
      if (value === null) index.run('DELETE FROM settings WHERE name = ?', [name]);
      else index.run('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', [name, String(value)]);
    },
  };
}

/** Runs writes, each in a transaction. What the writer remembers is dropped with a transaction that isn't stored. */
function createTransactions(index: IndexDatabase): <T>(work: (writer: IndexWriter) => T) => T {
  let writer = createIndexWriter(index);
  return (work) => {
    try {
      return index.transaction(() => work(writer));
    } catch (thrown) {
      writer = createIndexWriter(index);
      throw thrown;
    }
  };
}

const countOf = (index: IndexDatabase, sql: string, values: readonly (string | number)[] = []) =>
  index.one<{ count: number }>(`SELECT count(*) AS count FROM ${sql}`, values)?.count ?? 0;

function storedState(index: IndexDatabase, settings: ReturnType<typeof createSettings>): StoredState {
  const [started, asOf] = [settings.get('started'), settings.get('as-of')];
  const pass = (startedAtMillis: number): StoredState['pass'] => ({
    startedAtMillis,
    next: settings.get('next'),
    isRead: settings.get('read') === 'all',
    read: totalOf(index, 'read'),
  });
  return {
    users: totalOf(index, 'users'),
    teams: countOf(index, 'teams'),
    asOfMillis: asOf === null ? null : Number(asOf),
    // Until a pass is finished, what the one before couldn't read may still be so.
    unread: Math.max(settings.number('unread'), settings.number('unread-in-pass')),
    pass: started === null ? null : pass(Number(started)),
    wasRebuilt: index.wasRebuilt,
  };
}

function passHandlers(
  index: IndexDatabase,
): Pick<Handlers, 'state' | 'start-pass' | 'put-page' | 'last-read' | 'missing' | 'finish-pass' | 'abandon-pass'> {
  const settings = createSettings(index);
  const write = createTransactions(index);
  const state = () => storedState(index, settings);
  const endPass = () => {
    for (const name of ['started', 'next', 'read'] as const) settings.set(name, null);
  };
  return {
    state,
    'start-pass': ({ startedAtMillis }) => {
      write(() => {
        if (settings.get('started') !== null) return;
        startPass(index);
        settings.set('unread-in-pass', null);
        settings.set('started', startedAtMillis);
      });
      return state();
    },
    'put-page': ({ users, omitted, next }) => ({
      added: write((writer) => {
        if (omitted > 0) settings.set('unread-in-pass', settings.number('unread-in-pass') + omitted);
        settings.set('next', next);
        if (next === null) settings.set('read', 'all');
        return writer.putPage(users, lastPass(index));
      }),
    }),
    'last-read': ({ offset, limit }) =>
      index
        .all<{ id: string }>(
          'SELECT u.id FROM facts f CROSS JOIN people u ON u.rid = f.rid WHERE f.pass = ? ORDER BY f.signed_up DESC, f.rid DESC LIMIT ? OFFSET ?',
          [lastPass(index), limit, offset],
        )
        .map(({ id }) => id),
    missing: ({ limit }) =>
      index
        .all<{ id: string }>('SELECT u.id FROM facts f CROSS JOIN people u ON u.rid = f.rid WHERE f.pass < ? LIMIT ?', [
          lastPass(index),
          limit,
        ])
        .map(({ id }) => id),
    'finish-pass': () =>
      write(() => {
        settings.set('as-of', settings.get('started'));
        settings.set('unread', settings.get('unread-in-pass'));
        settings.set('unread-in-pass', null);
        endPass();
        return null;
      }),
    'abandon-pass': () =>
      write(() => {
        endPass();
        return null;
      }),
  };
}

function writeHandlers(
  index: IndexDatabase,
): Pick<
  Handlers,
  | 'put-users'
  | 'remove-users'
  | 'drop-unread'
  | 'put-teams'
  | 'put-team'
  | 'remove-team'
  | 'put-named'
  | 'put-members'
  | 'set-member'
  | 'members-as-of'
  | 'put-stale'
  | 'drop-stale'
  | 'stale'
> {
  const settings = createSettings(index);
  const write = createTransactions(index);
  const written = (work: (writer: IndexWriter) => void): null => {
    write(work);
    return null;
  };
  return {
    'put-users': ({ users }) => ({ known: write((writer) => writer.putUsers(users, lastPass(index))) }),
    'remove-users': ({ ids }) => written((writer) => void writer.removeUsers(ids)),
    'drop-unread': ({ id }) =>
      written((writer) => {
        // One that isn't there was counted before.
        if (writer.removeUsers([id]) === 0) return;
        for (const name of ['unread', 'unread-in-pass'] as const) settings.set(name, settings.number(name) + 1);
      }),
    'put-teams': ({ teams }) => written((writer) => writer.putTeams(teams)),
    'put-team': ({ team }) => written((writer) => writer.putTeam(team)),
    'remove-team': ({ id }) => written((writer) => writer.removeTeam(id)),
    'put-named': ({ kind, items }) => written(() => putNamed(index, kind, items)),
    'put-members': ({ teamId, userIds, asOfMillis }) => written((writer) => writer.putMembers(teamId, userIds, asOfMillis)),
    'set-member': ({ teamId, userId, isMember }) => written((writer) => writer.setMember(teamId, userId, isMember)),
    'put-stale': ({ ids }) => written(() => ids.forEach((id) => void index.run('INSERT OR IGNORE INTO stale (id) VALUES (?)', [id]))),
    'drop-stale': ({ ids }) => written(() => ids.forEach((id) => void index.run('DELETE FROM stale WHERE id = ?', [id]))),
    stale: () => index.all<{ id: string }>('SELECT id FROM stale').map(({ id }) => id),
    'members-as-of': ({ teamIds }) =>
      teamIds.map((id) => index.one<{ as_of: number }>('SELECT as_of FROM member_reads WHERE team_id = ?', [id])?.as_of ?? null),
  };
}

function searchHandlers(
  index: IndexDatabase,
  paths: MetadataPaths,
  monotonic: () => number,
): Pick<Handlers, 'find' | 'count' | 'ids' | 'rows' | 'read-users' | 'read-rows' | 'find-teams' | 'find-any'> {
  const counts = new Map<string, Counted>();
  const deps = (nowMillis: number, breathe: () => Promise<void>): SearchDeps => ({ index, paths, breathe, monotonic, nowMillis, counts });
  // One statement for many rows, in their order: a call for each takes longer than reading it.
  const texts = (text: string, sql: string, of: readonly (string | number)[]) =>
    index
      .all<{ text: string }>(`SELECT ${text} AS text FROM json_each(?) j CROSS JOIN (${sql}) t ON t.of = j.value`, [JSON.stringify(of)])
      .map((row) => row.text);
  const jsonOf = (rids: readonly number[]) => texts('t.text', `SELECT b.rid AS of, ${wholeJson} AS text FROM ${storedUsers}`, rids);
  /** Returns lists of users. All together take less time, where they fit into one text. */
  const lists = ({ text, from, isLarge }: ReadJson, by: string, of: readonly (string | number)[]) =>
    texts(
      `'[' || ${isLarge ? 't.text' : "coalesce(group_concat(t.text), '')"} || ']'`,
      `SELECT ${by} AS of, ${text} AS text FROM ${by === 'b.rid' ? from : `people u CROSS JOIN ${from} WHERE b.rid = u.rid`}`,
      of,
    );
  const idsOf = (rids: readonly number[]) =>
    allOf(index, 'p.id', 'json_each(?) j CROSS JOIN people p ON p.rid = j.value', [JSON.stringify(rids)]);
  return {
    find: async ({ query, order, offset, limit, nowMillis }, breathe) => {
      const { rids, total } = await findRows(deps(nowMillis, breathe), query, order, { offset, limit });
      return { users: jsonOf(rids), total };
    },
    count: async ({ queries, nowMillis }, breathe) => {
      const found: number[] = [];
      for (const query of queries) found.push(await countRows(deps(nowMillis, breathe), query));
      return found;
    },
    ids: async ({ query, order, nowMillis }, breathe) => {
      const rids = await allRows(deps(nowMillis, breathe), query, order);
      return JSON.parse(idsOf(rids)) as string[];
    },
    rows: async ({ query, order, nowMillis }, breathe) => {
      const rids = await allRows(deps(nowMillis, breathe), query, order);
      return { rids: JSON.stringify(rids), ids: idsOf(rids) };
    },
    'read-users': ({ ids, fields }) => lists(readJson(fields), 'u.id', ids),
    'read-rows': ({ rids, fields }) => lists(readJson(fields), 'b.rid', rids),
    'find-teams': ({ text, by, desc, offset, limit }) => findTeams(index, text, `${by} ${desc ? 'DESC' : 'ASC'}`, offset, limit),
    'find-any': async ({ text, limit, nowMillis }, breathe) => {
      const query: UserQuery = { field: 'text', value: text };
      const several = { ...deps(nowMillis, breathe), textCountMillis: 3 };
      const { rids, total } = await findRows(several, query, { ...newestFirst, by: 'last-active' }, { offset: 0, limit });
      const teams = findTeams(index, text, 'name ASC', 0, limit);
      const named = findNamed(index, text, limit);
      return { users: jsonOf(rids), userTotal: total, teams: teams.teams, teamTotal: teams.total, named };
    },
  };
}

/** Finds the teams that contain a text. There are few, so that all can be looked at. */
function findTeams(
  index: IndexDatabase,
  text: string,
  order: string,
  offset: number,
  limit: number,
): { readonly teams: readonly string[]; readonly total: MatchCount } {
  const folded = foldSearch(text);
  const [where, values] = folded === '' ? ['1', []] : ['instr(text, ?) > 0', [folded]];
  const rows = index.all<{ json: string }>(`SELECT json FROM teams WHERE ${where} ORDER BY ${order}, id LIMIT ? OFFSET ?`, [
    ...values,
    limit,
    offset,
  ]);
  return { teams: rows.map(({ json }) => json), total: { count: countOf(index, `teams WHERE ${where}`, values), isExact: true } };
}
