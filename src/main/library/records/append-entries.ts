/** Appends entries to the chain. Each function runs in a transaction that has begun with a write lock, so that several processes form one chain. */
import { randomBytes } from 'node:crypto';
import { fieldsOf } from '#contract/journal/changed-fields.ts';
import { partName, partsOf } from '#contract/journal/entry-parts.ts';
import type { ImpersonationEnd } from '#contract/journal/journal-entry.ts';
import { foldSearch } from '#contract/text/fold-search.ts';
import type { Checkpoint, OpenIntent, RecordsRequest } from '#contract/workers/records.ts';
import { type Database, LibraryError } from '../encrypted-database';
import { canonicalText, type EntryKind, hashOf, noHash } from './chain';

interface NewEntry {
  readonly kind: EntryKind;
  readonly timeMillis: number;
  readonly facts: Readonly<Record<string, unknown>>;
  /** The part that can be erased. */
  readonly personal?: unknown;
}

type Of<Op extends RecordsRequest['op']> = Extract<RecordsRequest, { op: Op }>;

/** Returns the end of the chain. */
export function chainEnd(database: Database): Checkpoint {
  const chain = database.one<{ value: string }>("SELECT value FROM settings WHERE name = 'chain'")?.value ?? '';
  const last = database.one<{ seq: number; hash: string }>('SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1');
  return { chain, seq: last?.seq ?? 0, hash: last?.hash ?? noHash };
}

/** Whether the chain contains an entry, or has removed it at its old end. */
export function holdsEntry(database: Database, { chain, seq, hash }: Checkpoint): boolean {
  if (chain !== chainEnd(database).chain) return false;
  const first = database.one<{ seq: number | null }>('SELECT min(seq) AS seq FROM entries')?.seq ?? 0;
  if (seq < first) return true;
  return database.one<{ hash: string }>('SELECT hash FROM entries WHERE seq = ?', [seq])?.hash === hash;
}

/** Appends one entry. Returns the new end of the chain. */
export function appendEntry(database: Database, { kind, timeMillis, facts, personal }: NewEntry): Checkpoint {
  const { chain, seq: last, hash: previous } = chainEnd(database);
  const seq = last + 1;
  const part = personal === undefined ? null : { salt: randomBytes(16).toString('hex'), json: canonicalText(personal) };
  const body = canonicalText({ kind, seq, timeMillis, previous, personal: part && hashOf(part.salt + part.json), facts });
  const hash = hashOf(body);
  database.run('INSERT INTO entries (seq, hash, body) VALUES (?, ?, ?)', [seq, hash, body]);
  if (part !== null) database.run('INSERT INTO personal (seq, salt, json) VALUES (?, ?, ?)', [seq, part.salt, part.json]);
  return { chain, seq, hash };
}

/** Appends a write before it is sent. */
export function appendIntent(
  database: Database,
  { timeMillis, writer, pid, facts, personal, snapshotId }: Of<'append-intent'>,
): Checkpoint {
  const end = appendEntry(database, { kind: 'intent', timeMillis, facts, personal });
  database.run('INSERT INTO open_intents (seq, writer, pid) VALUES (?, ?, ?)', [end.seq, writer, pid]);
  const { kind, id } = facts.target;
  const parts = partsOf(facts.endpoint, fieldsOf(personal.request), personal.before);
  const kinds = parts.map((part) => partName({ kind: part.kind, id: null }));
  nameIn(database, end.seq, [id, ...facts.people, ...[{ kind, id }, ...parts].map(partName), ...kinds]);
  if (snapshotId !== undefined) database.run('UPDATE snapshots SET seq = ? WHERE id = ?', [end.seq, snapshotId]);
  return end;
}

/** Appends how a write ended, unless that is known already. */
export function appendOutcome(database: Database, { timeMillis, about, facts, made }: Of<'append-outcome'>): Checkpoint {
  assertIntent(database, about);
  const known = lastOutcome(database, about);
  if (known !== undefined && (known !== 'unknown' || facts.result === 'unknown')) return chainEnd(database);
  // What was erased while the write was sent doesn't come back with its response.
  const isErased = personalOf(database, about).own === undefined;
  const personal = made === null || made === undefined || isErased ? {} : { personal: { made } };
  const end = appendEntry(database, { kind: 'outcome', timeMillis, facts: { about, ...facts }, ...personal });
  database.run('DELETE FROM open_intents WHERE seq = ?', [about]);
  const kind = database.one<{ target_kind: string }>('SELECT target_kind FROM entries WHERE seq = ?', [about])?.target_kind ?? '';
  if (facts.createdId !== null) nameIn(database, about, [facts.createdId, partName({ kind, id: facts.createdId })]);
  if (end.seq - lastTextSeq(database) > maxWithoutText) writeMissingTexts(database);
  return end;
}

/** Appends how an impersonation ended, unless that is known already, or its start isn't in the chain. */
export function appendEnd(database: Database, { timeMillis, impersonation, end }: Of<'append-end'>): Checkpoint {
  const start = database.one<{ seq: number }>(
    "SELECT seq FROM entries WHERE endpoint = 'auth.createSession' AND kind = 'intent' AND impersonation = ? ORDER BY seq DESC LIMIT 1",
    [impersonation],
  );
  if (start === undefined || endOf(database, start.seq) !== undefined) return chainEnd(database);
  return appendEntry(database, { kind: 'end', timeMillis, facts: { about: start.seq, end } });
}

/** Returns when and how the impersonation ended that a write started. */
export function endOf(database: Database, seq: number): ImpersonationEnd | undefined {
  const row = database.one<{ body: string }>("SELECT body FROM entries WHERE about = ? AND kind = 'end'", [seq]);
  return row && (JSON.parse(row.body) as { facts: { end: ImpersonationEnd } }).facts.end;
}

/** Appends a note, which replaces the one before it. */
export function appendNote(database: Database, { timeMillis, about, osUser, text }: Of<'set-note'>): Checkpoint {
  assertIntent(database, about);
  const end = appendEntry(database, { kind: 'note', timeMillis, facts: { about, osUser }, personal: { text } });
  refreshText(database, about);
  return end;
}

export function appendBreak(database: Database, { timeMillis, faults }: Of<'append-break'>): Checkpoint {
  return appendEntry(database, {
    kind: 'break',
    timeMillis,
    facts: { faults: faults.map(({ kind, seq }) => ({ kind, seq })) },
  });
}

/** Returns the writes without an outcome. */
export function openIntents(database: Database): OpenIntent[] {
  return database.all<OpenIntent>(
    'SELECT o.seq, e.time AS timeMillis, o.writer, o.pid FROM open_intents o JOIN entries e ON e.seq = o.seq ORDER BY o.seq',
  );
}

/** Returns the personal parts of an entry and of its newest note, if they aren't erased. */
export function personalOf(database: Database, seq: number): { readonly own: string | undefined; readonly note: NoteRow | undefined } {
  const read = (of: number) => database.one<{ json: string }>('SELECT json FROM personal WHERE seq = ?', [of])?.json;
  const note = database.one<NoteRow>(
    `SELECT e.body, p.json FROM entries e JOIN personal p ON p.seq = e.seq
     WHERE e.about = ? AND e.kind = 'note' ORDER BY e.seq DESC LIMIT 1`,
    [seq],
  );
  return { own: read(seq), note };
}

export interface NoteRow {
  readonly body: string;
  readonly json: string;
}

/** Number of entries, with their outcomes, from which on their texts are written with the next outcome. */
const maxWithoutText = 100;

/**
 * Makes the newest writes be found by their texts. A write doesn't wait for its own, which is written with a later outcome, or before a search,
 * also after a crash: those without one are always the newest, after the last that has one.
 */
export function writeMissingTexts(database: Database): void {
  for (const seq of withoutText(database)) writeText(database, seq);
}

/** Returns the texts of the writes that have none in the database. On a full disk, or while another process writes, a search finds them by these. */
export function missingTexts(database: Database): readonly { readonly seq: number; readonly text: string }[] {
  return withoutText(database).map((seq) => ({ seq, text: readText(database, seq) ?? '' }));
}

function withoutText(database: Database): readonly number[] {
  const sql = "SELECT seq FROM entries WHERE seq > ? AND kind = 'intent' ORDER BY seq";
  return database.all<{ seq: number }>(sql, [lastTextSeq(database)]).map(({ seq }) => seq);
}

function lastTextSeq(database: Database): number {
  return database.one<{ seq: number | null }>('SELECT max(seq) AS seq FROM texts')?.seq ?? 0;
}

/** Makes an entry be found by what is left of it. */
export function refreshText(database: Database, seq: number): void {
  // Those before it first, which would be taken for written otherwise.
  if (seq > lastTextSeq(database)) writeMissingTexts(database);
  else writeText(database, seq);
}

function writeText(database: Database, seq: number): void {
  const text = readText(database, seq);
  if (text !== undefined) setText(database, seq, text);
}

/** Returns the text by which an entry is found; undefined if there is none of this number. */
function readText(database: Database, seq: number): string | undefined {
  const row = database.one<{ body: string }>('SELECT body FROM entries WHERE seq = ?', [seq]);
  if (row === undefined) return undefined;
  const { own, note } = personalOf(database, seq);
  const parsed = (text: string | undefined): unknown => (text === undefined ? null : JSON.parse(text));
  return textOf((JSON.parse(row.body) as { facts: unknown }).facts, parsed(own), parsed(note?.json));
}

/** Removes an entry from the full-text index. */
export function removeText(database: Database, seq: number): void {
  const known = database.one<{ text: string }>('SELECT text FROM texts WHERE seq = ?', [seq]);
  if (known === undefined) return;
  if (known.text !== '') database.run("INSERT INTO texts_index (texts_index, rowid, text) VALUES ('delete', ?, ?)", [seq, known.text]);
  database.run('DELETE FROM texts WHERE seq = ?', [seq]);
}

function setText(database: Database, seq: number, text: string): void {
  removeText(database, seq);
  database.run('INSERT INTO texts (seq, text) VALUES (?, ?)', [seq, text]);
  if (text !== '') database.run('INSERT INTO texts_index (rowid, text) VALUES (?, ?)', [seq, text]);
}

function lastOutcome(database: Database, about: number): string | undefined {
  return database.one<{ result: string }>("SELECT result FROM entries WHERE about = ? AND kind = 'outcome' ORDER BY seq DESC LIMIT 1", [
    about,
  ])?.result;
}

function assertIntent(database: Database, seq: number): void {
  const isIntent = database.one("SELECT 1 FROM entries WHERE seq = ? AND kind = 'intent'", [seq]) !== undefined;
  if (!isIntent) throw new LibraryError('gone');
}

function nameIn(database: Database, seq: number, ids: readonly (string | null)[]): void {
  for (const id of ids) if (id !== null) database.run('INSERT OR IGNORE INTO named (id, seq) VALUES (?, ?)', [id, seq]);
}

/** Texts of values, as far as they are worth being found. */
const maxTextLength = 20_000;

function textOf(...parts: readonly unknown[]): string {
  const words: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') words.push(String(value));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  parts.forEach(collect);
  return storedText(foldSearch(words.join('\n')).slice(0, maxTextLength));
}

/** Returns a text as the database gives it back: another one couldn't be removed from the full-text index. */
export function storedText(text: string): string {
  return text.replace(/\p{Surrogate}|\0/gu, '\ufffd');
}
