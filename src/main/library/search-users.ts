/** Finds users in an index. How is chosen by the number that matches, because plans that SQLite would choose differ by a factor of a hundred. */
import type { UserOrder, UserQuery } from '#contract/query/user-query.ts';
import type { MatchCount } from '#contract/workers/library.ts';
import { isCheckable } from './compile-in-json';
import { type Compiled, high, low } from './compiled-condition';
import type { IndexDatabase } from './index-database';
import { totalOf } from './index-writer';
import type { MetadataPaths, UsedPaths } from './metadata-paths';
import { firstInJson } from './order-in-json';
import { maxCandidates, pathsOf, planSearch, type SearchPlan } from './search-plan';

/** Rows that are counted without a pause, and while a text is searched, which takes longer for each. */
const sliceRows = 20_000;
const textSliceRows = 2_000;
/** The same while values are looked up in the JSON of users. */
const jsonSliceRows = 5_000;
/** Rows that a walk in the order may look at; if more are expected, the users that match are collected and sorted. */
const maxWalk = 30_000;
/** Milliseconds for which a search counts before it answers with what it has: shorter for texts, which are searched at each key, and in JSON. */
const countMillis = 70;
const textCountMillis = 15;
const jsonCountMillis = 30;

export interface SearchDeps {
  readonly index: IndexDatabase;
  readonly paths: MetadataPaths;
  /** Lets other requests run. Rejects if this one was canceled. */
  readonly breathe: () => Promise<void>;
  readonly monotonic: () => number;
  readonly nowMillis: number;
  /** Milliseconds for which a search for texts counts, where several indexes are asked at once. */
  readonly textCountMillis?: number;
  /** What was counted exactly before, by the keys of plans. */
  readonly counts: Map<string, Counted>;
}

export interface Counted {
  readonly count: number;
  /** All that match; null if they are too many. */
  readonly rids: readonly number[] | null;
}

export interface FoundRows {
  readonly rids: readonly number[];
  readonly total: MatchCount;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Returns a page of the users that match, with their number as far as it can be counted in the meantime. */
export async function findRows(deps: SearchDeps, query: UserQuery, order: UserOrder, page: Page): Promise<FoundRows> {
  return withPaths(deps, query, order, async (used) => {
    if (!canCheck(used, query)) await used.fill(deps.breathe);
    const plan = planOf(deps, used, query);
    const path = typeof order.by === 'object' ? order.by.metadata : null;
    if (path === null || used.built().has(path)) return findByPlan(deps, plan, order, page);
    const among = plan.candidates === null ? null : sortRows(deps, plan.condition, plan.candidates, null);
    const first = firstInJson({ path, desc: order.desc, condition: plan.condition, among, count: page.offset + page.limit });
    if (first !== null) {
      const rids = (await first(deps.index, deps.breathe)).slice(page.offset);
      return among === null ? withCount(deps, plan, rids, page.offset) : { rids, total: { count: among.length, isExact: true } };
    }
    await used.fill(deps.breathe);
    return findByPlan(deps, planOf(deps, used, query), order, page);
  });
}

/** Runs a task with the tables of the metadata paths that a query and an order are about. */
async function withPaths<T>(
  { paths, nowMillis }: SearchDeps,
  query: UserQuery,
  order: UserOrder | null,
  task: (used: UsedPaths) => Promise<T>,
): Promise<T> {
  const used = paths.use(pathsOf(query, order), nowMillis);
  try {
    return await task(used);
  } finally {
    used.release();
  }
}

function planOf({ index, nowMillis }: SearchDeps, used: UsedPaths, query: UserQuery): SearchPlan {
  return planSearch(index, query, { nowMillis, tables: used.built() });
}

/** Whether a query is checked without the values of all users at paths whose tables don't have them yet. */
function canCheck(used: UsedPaths, query: UserQuery): boolean {
  const tables = used.built();
  return isCheckable(query, (path) => tables.has(path));
}

async function findByPlan(deps: SearchDeps, plan: SearchPlan, order: UserOrder, { offset, limit }: Page): Promise<FoundRows> {
  const sorted = (candidates: readonly number[]): FoundRows => {
    const matching = sortRows(deps, plan.condition, candidates, order);
    return { rids: matching.slice(offset, offset + limit), total: { count: matching.length, isExact: true } };
  };
  if (plan.candidates !== null) return sorted(plan.candidates);
  const count = createCount(deps, plan);
  const deadline = deadlineOf(deps, plan);
  const rows = sliceOf(plan);
  const most = plan.isInJson ? jsonSliceRows : sliceRows;
  for (let more = rows; !count.isDone() && count.walkLength(offset + limit) > maxWalk; more = Math.min(more * 2, most))
    await count.next(more);
  const all = count.rids();
  if (all !== null) return sorted(all);
  return withCount(deps, plan, walk(deps, plan.condition, order, offset, limit), offset, { count, deadline });
}

/** Counts until the deadline. */
async function withCount(
  deps: SearchDeps,
  plan: SearchPlan,
  rids: readonly number[],
  offset: number,
  { count, deadline } = { count: createCount(deps, plan), deadline: deadlineOf(deps, plan) },
): Promise<FoundRows> {
  while (!count.isDone() && deps.monotonic() < deadline) await count.next(sliceOf(plan));
  return { rids, total: count.isDone() ? count.total() : { count: Math.max(count.total().count, offset + rids.length), isExact: false } };
}

const deadlineOf = (deps: SearchDeps, plan: SearchPlan) =>
  deps.monotonic() + (plan.hasText ? (deps.textCountMillis ?? textCountMillis) : plan.isInJson ? jsonCountMillis : countMillis);
const sliceOf = (plan: SearchPlan) => (plan.hasText ? textSliceRows : plan.isInJson ? jsonSliceRows : sliceRows);

/** Counts the users that match exactly. What is asked about a new metadata path is looked up in each user, if it can be, while its table waits. */
export async function countRows(deps: SearchDeps, query: UserQuery): Promise<number> {
  return withPaths(deps, query, null, async (used) => {
    if (!canCheck(used, query)) await used.fill(deps.breathe);
    const plan = planOf(deps, used, query);
    if (plan.candidates !== null) return sortRows(deps, plan.condition, plan.candidates, null).length;
    const count = createCount(deps, plan);
    while (!count.isDone()) await count.next(plan.isInJson ? jsonSliceRows : sliceRows);
    return count.total().count;
  });
}

/** Returns all users that match, in their order. */
export async function allRows(deps: SearchDeps, query: UserQuery, order: UserOrder): Promise<readonly number[]> {
  return withPaths(deps, query, order, async (used) => {
    await used.fill(deps.breathe);
    const plan = planOf(deps, used, query);
    return plan.candidates === null ? walk(deps, plan.condition, order, 0, -1) : sortRows(deps, plan.condition, plan.candidates, order);
  });
}

interface Driver {
  /** The table, as `d`, whose index has the order. */
  readonly table: string;
  readonly index: string | null;
  /** Expressions to order by, whose rows without a value come last. */
  readonly by: readonly string[];
}

const drivers: Readonly<Record<Extract<UserOrder['by'], string>, Driver>> = {
  name: { table: 'people', index: 'people_name', by: ['d.name'] },
  email: { table: 'people', index: 'people_email', by: ['d.email'] },
  id: { table: 'people', index: 'sqlite_autoindex_people_1', by: ['d.id'] },
  'signed-up': { table: 'facts', index: 'facts_signed_up', by: ['d.signed_up'] },
  'last-active': { table: 'facts', index: 'facts_last_active', by: ['d.last_active'] },
  country: { table: 'facts', index: 'facts_country', by: ['d.country'] },
  verified: { table: 'facts', index: 'facts_verified', by: ['d.flags & 1'] },
  method: { table: 'facts', index: 'facts_method', by: ['d.flags >> 3'] },
};

function driverOf({ index }: SearchDeps, { by }: UserOrder): Driver {
  if (typeof by === 'string') return drivers[by];
  const found = index.one<{ number: number }>('SELECT number FROM paths WHERE path = ?', [by.metadata]);
  if (found === undefined) return { table: 'facts', index: null, by: [] };
  return { table: `path_${found.number}`, index: `path_${found.number}_value`, by: ['d.kind', 'd.value'] };
}

function orderBy({ by }: Driver, desc: boolean): string {
  const direction = desc ? 'DESC' : 'ASC';
  return [...by.map((expression, at) => `${expression} ${direction}${at === 0 ? ' NULLS LAST' : ''}`), `d.rid ${direction}`].join(', ');
}

/** Looks at the users in the order until the page is full. */
function walk(deps: SearchDeps, condition: Compiled, order: UserOrder, offset: number, limit: number): readonly number[] {
  const driver = driverOf(deps, order);
  const from = `${driver.table} d${driver.index?.startsWith('sqlite_') === false ? ` INDEXED BY ${driver.index}` : ''}`;
  const isEvery = condition.sql === '1';
  const joined = driver.table === 'facts' && !isEvery;
  // One table under one name: a condition on what the order is by then limits the walk.
  const sql = joined
    ? `SELECT f.rid FROM facts f INDEXED BY ${driver.index ?? ''} WHERE ${condition.sql} ORDER BY ${orderBy(driver, order.desc).replaceAll('d.', 'f.')}`
    : `SELECT d.rid FROM ${from}${isEvery ? '' : ` CROSS JOIN facts f ON f.rid = d.rid WHERE ${condition.sql}`} ORDER BY ${orderBy(driver, order.desc)}`;
  const rids = allOf(deps.index, 'rid', `(${sql} LIMIT ? OFFSET ?)`, [...boundParameters(condition, 0, 0), limit, offset]);
  return JSON.parse(rids) as number[];
}

/** Returns a column of rows in their order, as JSON. One text for all of them is read in a tenth of the time that as many rows take. */
export function allOf(index: IndexDatabase, column: string, from: string, values: readonly (string | number)[]): string {
  return index.one<{ json: string }>(`SELECT json_group_array(${column}) AS json FROM ${from}`, values)?.json ?? '[]';
}

/** Returns those of the rows that match, sorted. */
function sortRows(deps: SearchDeps, condition: Compiled, candidates: readonly number[], order: UserOrder | null): readonly number[] {
  const driver = order === null ? null : driverOf(deps, order);
  const list = 'json_each(?) c CROSS JOIN facts f ON f.rid = c.value';
  const sql =
    driver === null
      ? `SELECT f.rid FROM ${list} WHERE ${condition.sql}`
      : `SELECT f.rid FROM ${list} CROSS JOIN ${driver.table} d ON d.rid = f.rid WHERE ${condition.sql} ORDER BY ${orderBy(driver, order?.desc ?? false)}`;
  const values = [JSON.stringify(candidates), ...boundParameters(condition, 0, 0)];
  return deps.index.all<{ rid: number }>(sql, values).map(({ rid }) => rid);
}

interface Count {
  isDone(): boolean;
  /** Counts the next slice, of so many rows. */
  next(rows: number): Promise<void>;
  total(): MatchCount;
  /** Returns all rows that match, once they are counted; null before, and if they are too many. */
  rids(): readonly number[] | null;
  /** Returns how many rows a walk is expected to look at until it has found so many. */
  walkLength(wanted: number): number;
}

/** Creates the count of a query, which looks at a slice of the users at a time. */
function createCount({ index, breathe, counts }: SearchDeps, plan: SearchPlan): Count {
  const { last } = index.one<{ last: number }>('SELECT coalesce(max(rid), 0) AS last FROM facts') ?? { last: 0 };
  const known = knownCount(index, plan, counts);
  let rids: number[] = [];
  let count = known?.count ?? 0;
  let looked = known === undefined ? 0 : last;
  const isDone = () => looked >= last;
  const foundRids = () => (rids.length > maxCandidates ? null : rids);
  return {
    isDone,
    total: () => ({ count, isExact: isDone() }),
    rids: () => (!isDone() ? null : known === undefined ? foundRids() : known.rids),
    walkLength: (wanted) => (looked === 0 ? Number.POSITIVE_INFINITY : (wanted * looked) / Math.max(count, 0.5)),
    async next(rows) {
      // The full-text index has the texts up to a row.
      const searchable = totalOf(index, 'searchable');
      const isSearchable = looked < searchable;
      const [from, to] = [looked + 1, Math.min(looked + rows, isSearchable ? Math.min(last, searchable) : last)];
      const condition = plan.scan?.condition ?? (isSearchable ? plan.slice : plan.condition);
      const values = [from, to, ...boundParameters(condition, from, to)];
      const row = plan.scan?.row ?? 'f';
      // By an index of values, each slice would look at those of all users.
      const table = plan.scan === null ? 'facts f' : `${plan.scan.table} ${row} NOT INDEXED`;
      const matching = `FROM ${table} WHERE ${row}.rid BETWEEN ? AND ? AND (${condition.sql})`;
      if (rids.length > maxCandidates) {
        count += index.one<{ count: number }>(`SELECT count(*) AS count ${matching}`, values)?.count ?? 0;
      } else {
        const found = index.all<{ rid: number }>(`SELECT ${row}.rid ${matching}`, values);
        count += found.length;
        rids = rids.concat(found.map(({ rid }) => rid));
      }
      looked = to;
      if (isDone()) remember(counts, plan.key, { count, rids: foundRids() });
      await breathe();
    },
  };
}

function knownCount(index: IndexDatabase, plan: SearchPlan, counts: SearchDeps['counts']): Counted | undefined {
  if (plan.count !== null) return { count: countAt(index, plan.count), rids: null };
  return counts.get(plan.key) ?? (plan.condition.sql === '1' ? { count: countAll(index), rids: null } : undefined);
}

const maxCounts = 200;

function remember(counts: SearchDeps['counts'], key: string, counted: Counted): void {
  if (counts.size >= maxCounts) counts.clear();
  counts.set(key, counted);
}

function countAll(index: IndexDatabase): number {
  return totalOf(index, 'users');
}

function countAt(index: IndexDatabase, { sql, parameters }: Compiled): number {
  return index.one<{ count: number }>(sql, parameters as readonly (string | number)[])?.count ?? 0;
}

function boundParameters({ parameters }: Compiled, from: number, to: number): (string | number)[] {
  return parameters.map((value) => (value === low ? from : value === high ? to : value)) as (string | number)[];
}
