import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Checkpoint, RecordsRequest, RecordsResults } from '#contract/workers/records.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openIndexDatabase } from '../index-database';
import { appendIntent, appendOutcome } from './append-entries';
import { listEntries } from './find-entries';
import { openRecords } from './open-records';
import { openRecordsDatabase } from './records-database';

const key = 'ab'.repeat(32);
const time = Date.UTC(2026, 10, 28, 9, 30);
const noPause = async () => undefined;

const facts = {
  osUser: 'ada',
  actor: { kind: 'key', id: 'server', lastFour: '9xyz' },
  connectionId: 'c1',
  destination: 'https://x.test p',
  endpoint: 'users.update',
  target: { kind: 'user', id: 'u1' },
  people: [],
  source: 'window',
  job: null,
  impersonation: null,
  undoes: null,
} as const;

const done = { result: 'done', status: 200, requestId: 'r1', code: null, known: null, createdId: null } as const;

type IntentRequest = Extract<RecordsRequest, { op: 'append-intent' }>;

const intent = (of: Partial<IntentRequest['facts']> = {}, name = 'Ada Lovelace'): IntentRequest => ({
  op: 'append-intent',
  timeMillis: time,
  writer: 'w',
  pid: 1,
  facts: { ...facts, ...of, actor: { ...facts.actor }, target: { ...(of.target ?? facts.target) }, people: [...(of.people ?? [])] },
  personal: { names: { user: name }, before: { display_name: 'Before' }, request: { body: { display_name: name } } },
});

async function opened(own?: string) {
  const path = own ?? join(await temporaryFolder(), 'library', 'records.db');
  const records = openRecords({ path, key, nowMillis: time });
  const ask = async <R extends RecordsRequest>(request: R) => (await records.handle(request, noPause)) as RecordsResults[R['op']];
  const database = () => openRecordsDatabase({ path, key, nowMillis: time });
  const change = (sql: string) => {
    const other = database();
    other.script(sql);
    other.close();
  };
  const write = async (of?: Partial<IntentRequest['facts']>, name?: string) => {
    const { seq } = await ask(intent(of, name));
    await ask({ op: 'append-outcome', timeMillis: time + 5, about: seq, facts: { ...done }, made: null });
    return seq;
  };
  const faults = async (checkpoint: Checkpoint | null = null) =>
    (await ask({ op: 'verify-chain', checkpoint })).faults.map(({ kind, seq }) => `${kind} ${seq}`);
  return { path, records, ask, change, write, faults };
}

test('an entry is listed by the parts that it changed, and by what it created, with their kinds', async () => {
  const { ask, records } = await opened();
  const { personal, ...request } = intent({ endpoint: 'projects.update', target: { kind: 'project', id: null } });
  const body = { config: { domains: [{ domain: 'https://a.example', handler_path: '/' }], email_config: { type: 'shared' } } };
  const { seq } = await ask({ ...request, personal: { ...personal, before: { config: { domains: [] } }, request: { body } } });
  const created = await ask(intent({ endpoint: 'apiKeys.createKeySet', target: { kind: 'project-key', id: null } }));
  await ask({ op: 'append-outcome', timeMillis: time, about: created.seq, facts: { ...done, createdId: 'k1' }, made: null });
  const listed = async (about: string) => (await ask({ op: 'list-entries', filter: { about }, limit: 5 })).entries.map((one) => one.seq);
  expect(await Promise.all(['domain:https://a.example', 'domain:', 'email-server:', 'project:'].map(listed))).toEqual([
    [seq],
    [seq],
    [seq],
    [seq],
  ]);
  expect(await Promise.all(['project-key:k1', 'k1'].map(listed))).toEqual([[created.seq], [created.seq]]);
  expect(await Promise.all(['domain:https://b.example', 'https://a.example'].map(listed))).toEqual([[], []]);
  records.close();
});

test('the end of an impersonation is stored once, and whole without its start', async () => {
  const { ask, write, faults, records } = await opened();
  const end = { how: 'user', timeMillis: time + 60_000 } as const;
  const store = (how: 'user' | 'crashed', impersonation = 'i1') =>
    ask({ op: 'append-end', timeMillis: time, impersonation, end: { ...end, how } });
  const { seq: before } = await store('user');
  const start = await write({ endpoint: 'auth.createSession', impersonation: 'i1' });
  const later = await write({ endpoint: 'auth.revokeSession', impersonation: 'i1' });
  const { seq } = await store('user');
  expect([(await store('crashed')).seq, (await store('user', 'i2')).seq, start]).toEqual([seq, seq, before + 1]);
  expect([(await ask({ op: 'read-entry', seq: start }))?.end, (await ask({ op: 'read-entry', seq: later }))?.end]).toEqual([
    end,
    undefined,
  ]);
  expect(await faults()).toEqual([]);
  records.close();
});

test('the files are private, and contain nothing that can be read', async () => {
  const { path, write, records } = await opened();
  await write();
  for (const end of ['', '-wal']) {
    expect(statSync(`${path}${end}`).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(`${path}${end}`, 'latin1');
    expect(['Lovelace', 'SQLite format', 'users.update'].filter((text) => bytes.includes(text))).toEqual([]);
  }
  records.close();
});

test('an entry is read with its outcome and its note, also by a later process', async () => {
  const { path, ask, write, records } = await opened();
  const seq = await write();
  await ask({ op: 'set-note', timeMillis: time + 9, about: seq, osUser: 'ada', text: 'Ticket 7' });
  records.close();
  const again = await opened(path);
  expect(await again.ask({ op: 'read-entry', seq })).toMatchObject({
    seq,
    timeMillis: time,
    ...facts,
    outcome: { ...done, timeMillis: time + 5, made: null },
    personal: { names: { user: 'Ada Lovelace' }, before: { display_name: 'Before' } },
    note: { text: 'Ticket 7', timeMillis: time + 9, osUser: 'ada' },
    erasedAtMillis: null,
  });
  expect(await again.ask({ op: 'journal-end' })).toMatchObject({ setAside: null, seq: 4 });
  expect(await again.faults()).toEqual([]);
  await again.ask({ op: 'set-note', timeMillis: time, about: seq, osUser: 'ada', text: '' });
  expect((await again.ask({ op: 'read-entry', seq }))?.note).toBeNull();
});

test('an entry tells what undid it, but not what failed to, and what was made of it goes with the erased rest', async () => {
  const { ask, write, faults } = await opened();
  const seq = await write();
  const undo = async (result: 'done' | 'failed') => {
    const { seq: by } = await ask(intent({ undoes: seq }));
    await ask({ op: 'append-outcome', timeMillis: time, about: by, facts: { ...done, result }, made: { display_name: 'stored' } });
    return by;
  };
  await undo('failed');
  expect(await ask({ op: 'read-entry', seq })).toMatchObject({ undoes: null, undoneBy: null });
  const by = await undo('done');
  expect(await ask({ op: 'read-entry', seq })).toMatchObject({ undoneBy: by });
  expect(await ask({ op: 'read-entry', seq: by })).toMatchObject({ undoes: seq, outcome: { made: { display_name: 'stored' } } });
  await ask({ op: 'erase-person', timeMillis: time, ids: ['u1'], names: [], destination: null });
  expect(await ask({ op: 'read-entry', seq: by })).toMatchObject({ personal: null, outcome: { result: 'done', made: null } });
  expect(await faults()).toEqual([]);
});

test('a known outcome replaces one that isn’t, and never the other way round', async () => {
  const { ask, faults } = await opened();
  const { seq } = await ask(intent());
  expect(await ask({ op: 'open-intents' })).toEqual([{ seq, timeMillis: time, writer: 'w', pid: 1 }]);
  const end = (result: 'done' | 'unknown') =>
    ask({ op: 'append-outcome', timeMillis: time, about: seq, facts: { ...done, result, createdId: 'new' }, made: null });
  const result = async () => (await ask({ op: 'read-entry', seq }))?.outcome?.result;
  await end('unknown');
  expect(await result()).toBe('unknown');
  await end('done');
  await end('unknown');
  expect(await result()).toBe('done');
  expect(await ask({ op: 'open-intents' })).toEqual([]);
  expect((await ask({ op: 'list-entries', filter: { about: 'new' }, limit: 9 })).entries).toHaveLength(1);
  expect(await faults()).toEqual([]);
  await expect(ask({ op: 'append-outcome', timeMillis: time, about: 1, facts: { ...done }, made: null })).rejects.toThrow('gone');
});

test('entries are found by each filter, in pages of both directions', async () => {
  const { ask, write } = await opened();
  const first = await write();
  const second = await write(
    { endpoint: 'teams.delete', target: { kind: 'team', id: 't1' }, people: ['u9'], connectionId: 'c2' },
    'Zoë Müller',
  );
  const { seq: third } = await ask({ ...intent({ job: 'j1' }), timeMillis: time + 1_000 });
  const found = async (filter: object, page: object = {}) => {
    const { entries, hasMore } = await ask({ op: 'list-entries', filter, limit: 2, ...page });
    return [...entries.map(({ seq }) => seq), ...(hasMore ? ['more'] : [])];
  };
  expect(await found({})).toEqual([third, second, 'more']);
  expect(await found({}, { before: second })).toEqual([first]);
  expect(await found({}, { after: first })).toEqual([second, third]);
  for (const filter of [{ about: 't1' }, { about: 'u9' }, { targetKind: 'team' }, { connectionId: 'c2' }, { endpoint: 'teams.delete' }])
    expect(await found(filter)).toEqual([second]);
  expect(await found({ job: 'j1' })).toEqual([third]);
  expect(await found({ result: 'open' })).toEqual([third]);
  expect(await found({ result: 'done' })).toEqual([second, first]);
  expect(await found({ fromMillis: time + 1 })).toEqual([third]);
  expect(await found({ toMillis: time + 1 })).toEqual([second, first]);
  expect(await found({ actorId: 'admin' })).toEqual([]);
  for (const text of ['zoe mul', 'ZO', 'teams.del', 'ë m']) expect(await found({ text }), text).toEqual([second]);
  for (const text of ['"', '\ud800', 'no*', "' OR 1", 'qq']) expect(await found({ text }), text).toEqual([]);
});

test('writes are found by their texts at once, after a crash, and when the one after them was erased first', async () => {
  const { path, records, ask } = await opened();
  const found = async (text: string, by = ask) =>
    (await by({ op: 'list-entries', filter: { text }, limit: 10 })).entries.map((entry) => entry.seq);
  const first = await ask(intent({}, 'Grace Hopper'));
  expect(await found('hopper')).toEqual([first.seq]);
  const second = await ask(intent({ target: { kind: 'user', id: 'u2' } }, 'Niklaus Wirth'));
  const third = await ask(intent({ target: { kind: 'user', id: 'u3' } }, 'Barbara Liskov'));
  await ask({ op: 'erase-person', timeMillis: time, ids: ['u3'], names: ['Barbara Liskov'], destination: null });
  expect(await found('liskov')).toEqual([]);
  const fourth = await ask(intent({}, 'Edsger Dijkstra'));
  // A process that is killed closes nothing.
  const later = openRecords({ path, key, nowMillis: time });
  const askLater = async <R extends RecordsRequest>(request: R) => (await later.handle(request, noPause)) as RecordsResults[R['op']];
  expect(await found('wirth', askLater)).toEqual([second.seq]);
  expect(await found('dijkstra', askLater)).toEqual([fourth.seq]);
  expect(third.seq).toBeLessThan(fourth.seq);
  for (const one of [later, records]) one.close();
});

test('texts of many writes are written with an outcome, so that a search has few to write', async () => {
  const { path, write } = await opened();
  for (let number = 0; number < 60; number += 1) await write({}, `Ada ${number}`);
  const database = openRecordsDatabase({ path, key, nowMillis: time });
  expect(database.one<{ n: number }>('SELECT count(*) AS n FROM texts')?.n).toBeGreaterThan(45);
  database.close();
});

test('an entry that is altered, removed, or replaced is found at its place', async () => {
  const { ask, change, write, faults } = await opened();
  const seqs = [await write(), await write(), await write()];
  const checkpoint = await ask({ op: 'journal-end' }).then(({ chain, seq, hash }) => ({ chain, seq, hash }));
  expect(await faults(checkpoint)).toEqual([]);
  const damage = async (sql: string, repair: string) => {
    change(`CREATE TABLE kept AS SELECT seq, hash, body FROM entries; CREATE TABLE kept_parts AS SELECT * FROM personal; ${sql}`);
    const found = await faults(checkpoint);
    change(`DELETE FROM entries; INSERT INTO entries (seq, hash, body) SELECT * FROM kept; DROP TABLE kept;
      DELETE FROM personal; INSERT INTO personal SELECT * FROM kept_parts; DROP TABLE kept_parts; ${repair}`);
    return found;
  };
  const second = seqs[1];
  expect(await damage(`UPDATE entries SET body = replace(body, '"u1"', '"u2"') WHERE seq = ${second}`, '')).toEqual([`altered ${second}`]);
  expect(await damage(`UPDATE entries SET body = 'no JSON' WHERE seq = ${second}`, '')).toEqual([`altered ${second}`]);
  expect(await damage(`DELETE FROM entries WHERE seq = ${second}`, '')).toContain(`gap ${Number(second) + 1}`);
  expect(await damage(`DELETE FROM entries WHERE seq < ${second}`, '')).toContain(`gap ${second}`);
  expect(await damage(`DELETE FROM entries WHERE seq > ${second}`, '')).toEqual([`cut ${second}`]);
  expect(await damage(`UPDATE personal SET json = '{}' WHERE seq = ${second}`, '')).toEqual([`personal-altered ${second}`]);
  expect(await damage(`DELETE FROM personal WHERE seq = ${second}`, '')).toEqual([`personal-missing ${second}`]);
  expect(
    await damage(
      "UPDATE settings SET value = 'x' WHERE name = 'chain'",
      `UPDATE settings SET value = '${checkpoint.chain}' WHERE name = 'chain'`,
    ),
  ).toEqual([`replaced ${checkpoint.seq}`]);
  expect(await faults(checkpoint)).toEqual([]);
});

test('an entry that was altered together with all hashes since is found by the checkpoint', async () => {
  const { ask, change, write, faults } = await opened();
  await write();
  const checkpoint = await ask({ op: 'append-break', timeMillis: time, faults: [] });
  expect(await faults(checkpoint)).toEqual([]);
  change(`DELETE FROM entries WHERE seq = ${checkpoint.seq}`);
  await ask({ op: 'append-break', timeMillis: time + 1, faults: [] });
  expect(await faults(checkpoint)).toEqual([`altered ${checkpoint.seq}`]);
});

test('an older copy is found, and stays known after the next checkpoint', async () => {
  const { path, records, write } = await opened();
  await write();
  records.close();
  const copy = join(dirname(path), 'copy.db');
  for (const end of ['', '-wal']) if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`);
  const later = await opened(path);
  await later.write();
  const { setAside: _setAside, ...checkpoint } = await later.ask({ op: 'journal-end' });
  later.records.close();
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  for (const end of ['', '-wal']) if (existsSync(`${copy}${end}`)) copyFileSync(`${copy}${end}`, `${path}${end}`);
  const older = await opened(path);
  const { faults } = await older.ask({ op: 'verify-chain', checkpoint });
  expect(faults).toEqual([{ kind: 'cut', seq: 3, foundAtMillis: null }]);
  const next = await older.ask({ op: 'append-break', timeMillis: time + 7, faults: [...faults] });
  expect((await older.ask({ op: 'verify-chain', checkpoint: next })).faults).toEqual([{ kind: 'cut', seq: 3, foundAtMillis: time + 7 }]);
});

test('two processes append to one chain', async () => {
  const one = await opened();
  const two = await opened(one.path);
  for (let number = 0; number < 20; number += 1) await Promise.all([one.write(), two.write()]);
  expect(await one.faults()).toEqual([]);
  expect(await two.ask({ op: 'verify-chain', checkpoint: null })).toMatchObject({ entries: 40, end: { seq: 81 } });
});

test('entries of a clock that was set back stay in their order, and are removed only together with those before them', async () => {
  const { ask, faults } = await opened();
  const at = async (timeMillis: number) => (await ask({ ...intent(), timeMillis })).seq;
  const seqs = [await at(time + 1_000), await at(time - 9_000), await at(time)];
  for (const about of seqs) await ask({ op: 'append-outcome', timeMillis: time - 20_000, about, facts: { ...done }, made: null });
  const listed = async () => (await ask({ op: 'list-entries', filter: {}, limit: 9 })).entries.map(({ seq }) => seq);
  expect(await listed()).toEqual(seqs.toReversed());
  const trim = (olderThanMillis: number) => ask({ op: 'trim-journal', timeMillis: 0, olderThanMillis, maxEntries: 100 });
  expect(await trim(time + 500)).toMatchObject({ removed: 0 });
  expect(await trim(time + 2_000)).toMatchObject({ removed: 3 });
  expect(await faults()).toEqual([]);
});

test('on a full disk, nothing is half stored, and the chain goes on when there is room again', async () => {
  const { path, ask, write, faults } = await opened();
  await write();
  const database = openRecordsDatabase({ path, key, nowMillis: time });
  const pages = database.one<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
  database.all(`PRAGMA max_page_count = ${pages}`);
  const fill = () => {
    for (;;) database.transaction(() => appendIntent(database, intent({}, 'x'.repeat(900))));
  };
  expect(fill).toThrow('disk-full');
  expect(await faults()).toEqual([]);
  const { entries } = await ask({ op: 'verify-chain', checkpoint: null });
  await write();
  expect((await ask({ op: 'verify-chain', checkpoint: null })).entries).toBe(entries + 1);
  expect(await faults()).toEqual([]);
  database.close();
});

test('on a full disk, a search finds the newest writes, whose texts can’t be stored, in their order and page by page', async () => {
  const { path, ask } = await opened();
  for (const name of ['Wanted one', 'Wanted two']) await ask(intent({}, name));
  expect((await ask({ op: 'list-entries', filter: { text: 'wanted' }, limit: 9 })).entries).toHaveLength(2);
  await ask(intent({}, 'Wanted three'));
  await ask(intent({}, 'Grace'));
  const database = openRecordsDatabase({ path, key, nowMillis: time });
  const list = (page: object) => listEntries(database, { op: 'list-entries', filter: { text: 'wanted' }, limit: 2, ...page });
  const namesIn = ({ entries, hasMore }: ReturnType<typeof list>) => [...entries.map(({ personal }) => personal?.names.user), hasMore];
  expect(namesIn(list({}))).toEqual(['Wanted three', 'Wanted two', true]);
  expect(namesIn(list({ before: list({}).entries[1]?.seq }))).toEqual(['Wanted one', false]);
  expect(namesIn(list({ after: 0 }))).toEqual(['Wanted one', 'Wanted two', true]);
  expect(namesIn(list({ after: list({}).entries[1]?.seq }))).toEqual(['Wanted three', false]);
  expect(list({ filter: { text: 'wanted', endpoint: 'teams.create' } }).entries).toEqual([]);
  database.close();
});

test('what is erased of a person is gone, and the chain is whole', async () => {
  const { path, ask, write, faults, records } = await opened();
  const own = await write();
  const other = await write({ target: { kind: 'user', id: 'u2' } }, 'Niklaus Wirth');
  const member = await write({ endpoint: 'teams.addMember', target: { kind: 'team', id: 't' }, people: ['u1'] });
  await ask({ op: 'set-note', timeMillis: time, about: own, osUser: 'ada', text: 'Ada asked for it' });
  const invited = await write({ endpoint: 'teams.invite', target: { kind: 'invitation', id: null } }, 'Ada@x.test');
  const names = ['ada@x.test'];
  const erase = (destination: string | null) => ask({ op: 'erase-person', timeMillis: time + 3, ids: ['u1'], names, destination });
  expect(await erase('https://other.test p')).toMatchObject({ erased: 0 });
  expect(await erase(facts.destination)).toMatchObject({ erased: 3 });
  expect(await erase(null)).toMatchObject({ erased: 0 });
  for (const seq of [own, member, invited])
    expect(await ask({ op: 'read-entry', seq })).toMatchObject({ personal: null, note: null, erasedAtMillis: time + 3 });
  expect((await ask({ op: 'read-entry', seq: other }))?.personal).not.toBeNull();
  const found = async (text: string) => (await ask({ op: 'list-entries', filter: { text }, limit: 9 })).entries.map(({ seq }) => seq);
  expect(await found('lovelace')).toEqual([]);
  expect(await found('asked for')).toEqual([]);
  expect(await found('wirth')).toEqual([other]);
  expect(await found('addmember')).toEqual([member]);
  expect(await faults()).toEqual([]);
  records.close();
  const database = openRecordsDatabase({ path, key, nowMillis: time });
  const tables = ['personal', 'texts', 'entries', 'texts_index_data'];
  const all = JSON.stringify(tables.map((table) => database.all(`SELECT * FROM ${table}`)));
  expect(all).not.toContain('Lovelace');
  expect(all).not.toContain('lovelace');
});

test('what is erased while its write is sent doesn’t come back with the response', async () => {
  const { ask, faults } = await opened();
  const { seq } = await ask(intent());
  await ask({ op: 'erase-person', timeMillis: time, ids: ['u1'], names: [], destination: null });
  await ask({ op: 'append-outcome', timeMillis: time, about: seq, facts: { ...done }, made: { display_name: 'Ada' } });
  expect(await ask({ op: 'read-entry', seq })).toMatchObject({ personal: null, outcome: { result: 'done', made: null } });
  expect(await faults()).toEqual([]);
});

test('entries of a connection and of its project are erased, but not those of a project that is kept', async () => {
  const { ask, write, faults } = await opened();
  const [own, sameProject, earlier, kept, other] = [
    await write(),
    await write({ connectionId: 'removed before' }),
    await write({ destination: 'where it pointed before' }),
    await write({ destination: 'kept' }),
    await write({ connectionId: 'c2', destination: 'd2' }),
  ];
  const request = { op: 'erase-connection', timeMillis: time, connectionId: 'c1', destination: facts.destination } as const;
  expect(await ask({ ...request, kept: ['kept', 'd2'] })).toMatchObject({ erased: 3 });
  const personal = async (seq: number) => (await ask({ op: 'read-entry', seq }))?.personal ?? null;
  for (const seq of [own, sameProject, earlier]) expect(await personal(seq)).toBeNull();
  for (const seq of [kept, other]) expect(await personal(seq)).not.toBeNull();
  expect(await faults()).toEqual([]);
});

test('many entries are erased and removed in steps, between which others are appended', async () => {
  const { records, write, faults, ask, path } = await opened();
  const database = openRecordsDatabase({ path, key, nowMillis: time });
  // In one transaction, for the sake of time.
  database.transaction(() => {
    for (let number = 0; number < 1_100; number += 1) {
      const { seq: about } = appendIntent(database, intent());
      appendOutcome(database, { op: 'append-outcome', timeMillis: time, about, facts: { ...done }, made: null });
    }
  });
  database.close();
  let waits = 0;
  const breathe = async () => {
    waits += 1;
    await write({ target: { kind: 'user', id: 'u2' } });
  };
  const erased = await records.handle({ op: 'erase-person', timeMillis: time, ids: ['u1'], names: [], destination: null }, breathe);
  expect(erased).toMatchObject({ erased: 1_100 });
  expect(waits).toBe(4);
  expect(await faults()).toEqual([]);
  const trim = { op: 'trim-journal', timeMillis: time, olderThanMillis: 0, maxEntries: 1 } as const;
  expect(await records.handle(trim, breathe)).toMatchObject({ removed: 1_103 });
  const { faults: found, entries } = await ask({ op: 'verify-chain', checkpoint: null });
  expect([found, entries]).toEqual([[], 3]);
});

test('the chain goes on when its old end is removed; a write in progress and what follows it stay', async () => {
  const { ask, write, faults } = await opened();
  await write();
  await write({ job: 'j' });
  await write({ job: 'j' });
  const kept = await write();
  const trim = (own: object) => ask({ op: 'trim-journal', timeMillis: time + 9, olderThanMillis: 0, maxEntries: 100, ...own });
  expect(await trim({})).toMatchObject({ removed: 0 });
  expect(await trim({ maxEntries: 2 })).toMatchObject({ removed: 1 });
  expect(await trim({ maxEntries: 1 })).toMatchObject({ removed: 2 });
  expect(await faults()).toEqual([]);
  expect((await ask({ op: 'list-entries', filter: {}, limit: 9 })).entries.map(({ seq }) => seq)).toEqual([kept]);
  const { seq } = await ask(intent());
  expect(await trim({ olderThanMillis: time + 1 })).toMatchObject({ removed: 1 });
  const { end } = await trim({ olderThanMillis: time + 1 });
  expect((await ask({ op: 'list-entries', filter: {}, limit: 9 })).entries.map((entry) => entry.seq)).toEqual([seq]);
  expect(await faults(end)).toEqual([]);
});

test.each<[string, (path: string) => { key?: string }]>([
  ['with another key', () => ({ key: 'cd'.repeat(32) })],
  [
    'that is damaged',
    (path) => {
      writeFileSync(path, 'x'.repeat(10_000));
      rmSync(`${path}-wal`, { force: true });
      return {};
    },
  ],
  [
    'that was cut',
    (path) => {
      openRecordsDatabase({ path, key, nowMillis: time }).all('PRAGMA wal_checkpoint(TRUNCATE)');
      truncateSync(path, 10_000);
      rmSync(`${path}-wal`, { force: true });
      return {};
    },
  ],
  [
    'of something else',
    (path) => {
      for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
      openIndexDatabase({ path, key, subject: 's' }).close();
      return {};
    },
  ],
])('a file %s is moved aside and never deleted', async (_name, damage) => {
  const { path, records, write } = await opened();
  await write();
  records.close();
  const own = damage(path);
  const before = readFileSync(path);
  const again = openRecords({ path, key, nowMillis: time, ...own });
  const name = 'records.broken-2026-11-28-09-30-00.db';
  expect(await again.handle({ op: 'journal-end' }, noPause)).toMatchObject({ seq: 1, setAside: name });
  again.close();
  expect(readFileSync(join(dirname(path), name)).equals(before)).toBe(true);
  writeFileSync(path, 'y'.repeat(10_000));
  rmSync(`${path}-wal`, { force: true });
  openRecords({ path, key, nowMillis: time }).close();
  expect(readdirSync(dirname(path)).filter((file) => file.endsWith('.db'))).toEqual([
    'records.broken-2026-11-28-09-30-00-1.db',
    name,
    'records.db',
  ]);
});

test('a file of a later version is left as it is', async () => {
  const { path, change, records, write } = await opened();
  await write();
  change("UPDATE settings SET value = '99' WHERE name = 'schema'");
  records.close();
  expect(() => openRecords({ path, key, nowMillis: time })).toThrow('newer');
  expect(readdirSync(dirname(path)).filter((file) => file.includes('broken'))).toEqual([]);
});
