/** Reads entries of the journal: lists by filters, and single ones. */
import type { IntentFacts, IntentPersonal, JournalEntry, JournalFilter, OutcomeFacts } from '#contract/journal/journal-entry.ts';
import { foldSearch } from '#contract/text/fold-search.ts';
import type { RecordsRequest, RecordsResults } from '#contract/workers/records.ts';
import type { Database } from '../encrypted-database';
import { endOf, missingTexts, personalOf, storedText } from './append-entries';
import type { ChainEntry } from './chain';

type ListRequest = Extract<RecordsRequest, { op: 'list-entries' }>;
type Condition = readonly [sql: string, ...values: readonly (string | number)[]];

const lastResult = "(SELECT o.result FROM entries o WHERE o.about = e.seq AND o.kind = 'outcome' ORDER BY o.seq DESC LIMIT 1)";

/** New writes, those with a new outcome or note, those that a new one undoes, and those that were erased. */
const changedSince = `e.seq IN (
  SELECT n.seq FROM entries n WHERE n.seq > ? UNION ALL SELECT n.about FROM entries n WHERE n.seq > ? AND n.about IS NOT NULL
  UNION ALL SELECT n.undoes FROM entries n WHERE n.seq > ? AND n.undoes IS NOT NULL UNION ALL SELECT d.seq FROM erased d WHERE d.by > ?)`;

/** Shortest text, in characters, that the full-text index finds. */
const trigram = 3;

/** Lists entries. */
export function listEntries(database: Database, request: ListRequest): RecordsResults['list-entries'] {
  const text = foldedText(request.filter.text);
  const rows = rowsOf(database, request, textSearch(text));
  const missing = text === '' ? [] : missingTexts(database).filter((one) => one.text.includes(text));
  // They are the newest.
  const newest = missing.length === 0 ? [] : rowsOf(database, request, among(missing.map(({ seq }) => seq)));
  const all = request.after === undefined ? [...newest, ...rows] : [...rows, ...newest];
  const { limit } = request;
  return { entries: all.slice(0, limit).map((row) => entryOf(database, row)), hasMore: all.length > limit };
}

/** Returns the rows of a page, and one more if there are more. */
function rowsOf(database: Database, { filter, before, after, limit }: ListRequest, found: TextSearch | null): readonly Row[] {
  const conditions = [
    ...(found?.conditions ?? []),
    ...conditionsOf(filter),
    ...(before === undefined ? [] : [['e.seq < ?', before] as const]),
    ...(after === undefined ? [] : [['e.seq > ?', after] as const]),
  ];
  // With its sign, it isn't looked up: half of the entries are intents, which would be sorted.
  const where = ["+e.kind = 'intent'", ...conditions.map(([sql]) => sql)].join(' AND ');
  const order = after === undefined ? 'DESC' : 'ASC';
  return database.all<Row>(
    `SELECT e.seq, e.hash, e.body FROM ${found?.from ?? 'entries e'} WHERE ${where}
     ORDER BY ${found?.order ?? 'e.seq'} ${order} LIMIT ?`,
    [...conditions.flatMap(([, ...values]) => values), limit + 1],
  );
}

/** Returns an entry; null if there is none of this number. */
export function readEntry(database: Database, seq: number): JournalEntry | null {
  const row = database.one<Row>("SELECT e.seq, e.hash, e.body FROM entries e WHERE e.seq = ? AND e.kind = 'intent'", [seq]);
  return row === undefined ? null : entryOf(database, row);
}

interface Row {
  readonly seq: number;
  readonly hash: string;
  readonly body: string;
}

function conditionsOf(filter: JournalFilter): Condition[] {
  const {
    actorId,
    connectionId,
    endpoint,
    exceptEndpoints = [],
    targetKind,
    about,
    job,
    result,
    fromMillis,
    toMillis,
    changedAfter,
  } = filter;
  const is = (column: string, value: string | undefined): Condition[] => (value === undefined ? [] : [[`e.${column} = ?`, value]]);
  return [
    ...is('actor', actorId),
    ...is('connection', connectionId),
    ...is('endpoint', endpoint),
    ...(exceptEndpoints.length === 0
      ? []
      : [[`e.endpoint NOT IN (${exceptEndpoints.map(() => '?').join(', ')})`, ...exceptEndpoints] as const]),
    ...is('target_kind', targetKind),
    ...is('job', job),
    ...(about === undefined ? [] : [['e.seq IN (SELECT n.seq FROM named n WHERE n.id = ?)', about] as const]),
    ...resultConditions(result),
    ...(fromMillis === undefined ? [] : [['e.time >= ?', fromMillis] as const]),
    ...(toMillis === undefined ? [] : [['e.time < ?', toMillis] as const]),
    ...(changedAfter === undefined ? [] : [[changedSince, changedAfter, changedAfter, changedAfter, changedAfter] as const]),
  ];
}

function resultConditions(result: JournalFilter['result']): Condition[] {
  if (result === undefined) return [];
  if (result === 'open') return [['e.seq IN (SELECT p.seq FROM open_intents p)']];
  const isLast: Condition = [`${lastResult} = ?`, result];
  // Nearly all are done: walking the entries until the page is full is faster there, and much slower for the rest.
  return result === 'done' ? [isLast] : [['e.seq IN (SELECT r.about FROM entries r WHERE r.result = ?)', result], isLast];
}

interface TextSearch {
  readonly from: string;
  /** What the tables are read by, so that reading stops when the page is full. */
  readonly order: string;
  readonly conditions: readonly Condition[];
}

function foldedText(text: string | undefined): string {
  return text === undefined ? '' : storedText(foldSearch(text));
}

function among(seqs: readonly number[]): TextSearch {
  return { from: 'entries e', order: 'e.seq', conditions: [['e.seq IN (SELECT value FROM json_each(?))', JSON.stringify(seqs)]] };
}

function textSearch(folded: string): TextSearch | null {
  if (folded === '') return null;
  const isShort = [...folded].length < trigram;
  const [table, key] = isShort ? ['texts', 'seq'] : ['texts_index', 'rowid'];
  const condition: Condition = isShort ? ['instr(t.text, ?) > 0', folded] : ['t.text MATCH ?', `"${folded.replaceAll('"', '""')}"`];
  return { from: `${table} t CROSS JOIN entries e ON e.seq = t.${key}`, order: `t.${key}`, conditions: [condition] };
}

function entryOf(database: Database, { seq, hash, body }: Row): JournalEntry {
  const { timeMillis, facts } = JSON.parse(body) as ChainEntry & { readonly facts: IntentFacts };
  const outcome = database.one<{ body: string; json: string | null }>(
    `SELECT e.body, p.json FROM entries e LEFT JOIN personal p ON p.seq = e.seq
     WHERE e.about = ? AND e.kind = 'outcome' ORDER BY e.seq DESC LIMIT 1`,
    [seq],
  );
  // Of the steps that create something again, the creation is the one to open.
  const undo = database.one<{ seq: number }>(
    `SELECT e.seq FROM entries e WHERE e.undoes = ? AND coalesce(${lastResult}, 'unknown') <> 'failed'
     ORDER BY e.endpoint IN ('users.create', 'teams.create') DESC, e.seq DESC LIMIT 1`,
    [seq],
  );
  const erased = database.one<{ time: number }>('SELECT e.time FROM erased d JOIN entries e ON e.seq = d.by WHERE d.seq = ?', [seq]);
  const { own, note } = personalOf(database, seq);
  const end = facts.impersonation === null ? undefined : endOf(database, seq);
  return {
    seq,
    timeMillis,
    ...facts,
    outcome: outcome === undefined ? null : outcomeOf(outcome),
    ...(end === undefined ? {} : { end }),
    undoneBy: undo?.seq ?? null,
    personal: own === undefined ? null : (JSON.parse(own) as IntentPersonal),
    erasedAtMillis: erased?.time ?? null,
    note: note === undefined ? null : noteOf(note),
    hash,
  };
}

function outcomeOf({ body, json }: { body: string; json: string | null }): JournalEntry['outcome'] {
  const { timeMillis, facts } = JSON.parse(body) as { timeMillis: number; facts: OutcomeFacts & { about: number } };
  const { about: _about, ...rest } = facts;
  const made = json === null ? null : (JSON.parse(json) as { made: unknown }).made;
  return { timeMillis, ...rest, made };
}

function noteOf({ body, json }: { body: string; json: string }): JournalEntry['note'] {
  const { text } = JSON.parse(json) as { text: string };
  if (text === '') return null;
  const { timeMillis, facts } = JSON.parse(body) as { timeMillis: number; facts: { osUser: string } };
  return { text, timeMillis, osUser: facts.osUser };
}
