import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JobsRequest, NewJobRow } from '#contract/workers/job-records.ts';
import type { RecordsResults } from '#contract/workers/records.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { canonicalText } from './chain';
import { formerBlocks } from './job-blocks';
import { openRecords } from './open-records';
import { openRecordsDatabase } from './records-database';
import { digestOf, openBlock } from './row-block';

const key = 'ab'.repeat(32);
const time = Date.UTC(2026, 10, 28, 9, 30);
const day = 86_400_000;
const passed = { safety: 'normal', requirePresence: false };
const options = { perSecond: 4, stopAfter: 10 };

const row = (id: string, own: Partial<NewJobRow> = {}): NewJobRow => ({
  target: { id, of: null },
  name: 'Ada Lovelace',
  email: 'ada@x.test',
  before: { value: 'free' },
  value: null,
  secret: null,
  reason: null,
  ...own,
});

async function opened(own?: string) {
  const path = own ?? join(await temporaryFolder(), 'library', 'records.db');
  const records = openRecords({ path, key, nowMillis: time });
  const ask = async <R extends JobsRequest>(request: R) =>
    (await records.handle(request, async () => undefined)) as RecordsResults[R['op']];
  const inOther = <T>(work: (other: ReturnType<typeof openRecordsDatabase>) => T) => {
    const other = openRecordsDatabase({ path, key, nowMillis: time });
    try {
      return work(other);
    } finally {
      other.close();
    }
  };
  const change = (sql: string) => inOther((other) => other.script(sql));
  const count = (sql: string) => inOther((other) => other.one<{ count: number }>(sql)?.count ?? -1);
  const createIn = async (job: string, blocks: readonly (readonly NewJobRow[])[], undoes: string | null = null) => {
    const about = { connectionId: 'c', destination: 'https://x.test p', undoes, osUser: 'ada', timeMillis: time };
    await ask({ op: 'job-create', job, action: { kind: 'users.delete' }, ...about });
    let first = 0;
    for (const rows of blocks) {
      const block = openBlock(first);
      for (const one of rows) block.add(one);
      await ask({ op: 'job-add-rows', job, block: block.end() });
      first += rows.length;
    }
    return (await ask({ op: 'job-freeze', job })).hash;
  };
  const create = (job: string, rows: readonly NewJobRow[], undoes?: string) => createIn(job, [rows], undoes);
  const start = async (job: string, hash: string) => (await ask({ op: 'job-start', job, hash, options, passed, timeMillis: time })).outcome;
  /** Whether a job is started, and its run sends its rows. */
  const sends = async (job: string, hash: string) =>
    (await start(job, hash)) === 'started' && (await ask({ op: 'job-open', job, runner: 'r1' })).isUnaltered;
  const started = async (job: string, rows: readonly NewJobRow[]) => {
    await start(job, await create(job, rows));
    await ask({ op: 'job-open', job, runner: 'r1' });
    await ask({ op: 'job-next', job, runner: 'r1', after: -1, limit: 1 });
  };
  const rowsOf = async (job: string) => (await ask({ op: 'job-rows', job, states: null, after: -1, limit: 100 })).rows;
  const put = (job: string, n: number, state: 'sent' | 'done' | 'failed' | 'unknown', runner = 'r1') =>
    ask({ op: 'job-put', job, runner, rows: [{ n, state, reason: null, error: null }], requests: 1 });
  return { path, records, ask, change, count, create, createIn, start, sends, started, rowsOf, put };
}

test('a job is started once, with the hash that its preview had', async () => {
  const { create, start, ask } = await opened();
  const hash = await create('j', [row('u1'), row('u2', { reason: 'already' })]);
  expect(await start('j', 'ab')).toBe('changed');
  expect(await Promise.all([start('j', hash), start('j', hash)])).toEqual(['started', 'gone']);
  expect(await ask({ op: 'jobs-running' })).toMatchObject([
    { id: 'j', state: 'active', options, passed, counts: { waiting: 1, skipped: 1, sent: 0 }, startedAtMillis: time, undoneBy: null },
  ]);
});

test('the hash differs with each value, and with the job', async () => {
  const { create } = await opened();
  const hashes = [
    await create('1', [row('u1')]),
    await create('2', [row('u1')]),
    await create('3', [row('u2')]),
    await create('4', [row('u1', { value: 1 })]),
    await create('5', [row('u1', { secret: 's' })]),
    await create('6', [row('u1'), row('u2')]),
  ];
  expect(new Set(hashes).size).toBe(6);
});

test.each([
  ['the action', `UPDATE jobs SET action = '{"kind":"teams.delete"}'`],
  ['the destination', "UPDATE jobs SET destination = 'https://y.test p'"],
  ['a target', "UPDATE job_rows SET target = 'u9' WHERE n = 1"],
  ['a value', "UPDATE job_rows SET value = '7' WHERE n = 0"],
  ['a digest', "UPDATE job_rows SET digest = 'x' WHERE n = 0"],
  ['what is left out', "UPDATE job_rows SET state = 'waiting', reason = NULL WHERE n = 2"],
  [
    'a row more',
    'INSERT INTO job_rows SELECT job, 9, target, belongs, name, email, before, value, secret, digest, state, reason, error, was FROM job_rows WHERE n = 0',
  ],
  ['a row less', 'DELETE FROM job_rows WHERE n = 1'],
])('nothing is started or sent once %s is another one', async (_what, sql) => {
  const { create, sends, change, rowsOf } = await opened();
  const rows = [row('u1'), row('u2'), row('u3', { reason: 'already' })];
  const hash = await create('j', rows);
  await rowsOf('j');
  change(sql);
  expect(await sends('j', hash)).toBe(false);
  const other = await opened();
  await other.start('k', await other.create('k', rows));
  await other.rowsOf('k');
  other.change(sql);
  expect((await other.ask({ op: 'job-open', job: 'k', runner: 'r' })).isUnaltered).toBe(false);
});

test.each([
  ['a target', "UPDATE job_blocks SET rows = replace(rows, 'u3', 'u9')"],
  ['a value', `UPDATE job_blocks SET rows = replace(rows, ',"null",', ',"7",')`],
  ['a row that is left out', `UPDATE job_blocks SET rows = replace(rows, ',"already"]', ',null]')`],
  ['a hash', "UPDATE job_blocks SET hash = replace(hash, '0', '1')"],
  ['a block less', 'DELETE FROM job_blocks WHERE first = 2'],
  ['a block more', 'INSERT INTO job_blocks SELECT job, 9, count, skipped, rows, hash, digests FROM job_blocks WHERE first = 0'],
  ['a block at another place', 'UPDATE job_blocks SET first = 9 WHERE first = 2'],
])('nothing is started once %s of what was previewed is another one', async (_what, sql) => {
  const { createIn, sends, change } = await opened();
  const blocks = [[row('u1'), row('u2', { reason: 'already' })], [row('u3')]];
  const hash = await createIn('j', blocks);
  change(sql);
  expect(await sends('j', hash)).toBe(false);
  const same = await opened();
  expect(await same.sends('j', await same.createIn('j', blocks))).toBe(true);
});

test('rows are those that were added, in their order, whenever they are looked at', async () => {
  const { createIn, rowsOf, start, ask } = await opened();
  const hostile = ['="1"', 'NUL\0', '\ud800', '[1,"a"]', "'; DROP TABLE jobs", '\u2028😀', 'x'.repeat(1_200)];
  const added = hostile.map((text, at) =>
    row(text.slice(0, 900).replace('\ud800', '-').replace('\0', '-'), {
      name: text,
      before: { [text]: [text, at] },
      value: text,
      secret: at % 2 === 0 ? null : `s${at}`,
      reason: at === 2 ? 'already' : null,
    }),
  );
  const blocks = [added.slice(0, 3), added.slice(3, 6), added.slice(6)];
  const hash = await createIn('j', blocks);
  await createIn('k', [[row('other')]]);
  const [rows, same] = await Promise.all([rowsOf('j'), rowsOf('j')]);
  expect(same).toEqual(rows);
  expect(rows).toEqual(
    added.map(({ target, email, before, value, secret, reason }, n) => ({
      ...{ n, target, email, before, value, secret, reason, was: undefined, error: null, state: n === 2 ? 'skipped' : 'waiting' },
      name: hostile[n]?.slice(0, 1_000).replace(/\0|\ud800(?!\udc00)/, '\ufffd'),
    })),
  );
  expect(await start('j', hash)).toBe('started');
  expect(await ask({ op: 'job-open', job: 'j', runner: 'r' })).toMatchObject({
    isUnaltered: true,
    job: { counts: { waiting: 6, skipped: 1 } },
  });
});

test.each([
  ['are sent', '', true],
  ['aren’t sent once one is another', "UPDATE job_rows SET target = 'u9' WHERE n = 0", false],
])('rows that an earlier version stored in blocks %s', async (_what, sql, isSent) => {
  const { path, create, change, records } = await opened();
  await create('j', []);
  const columns = ['u1', null, '{"a":"\\""}', 'null', 's', "Ada 'L'", null, null] as const;
  const others = ['u2', 't', 'null', '1', null, null, '😀', 'already'] as const;
  const digests = [columns, others].map(([target, belongs, before, value, secret, , , reason], n) =>
    digestOf({ n, target, belongs, before, value, secret }, reason),
  );
  const about = canonicalText(['j', 'c', 'https://x.test p', { kind: 'users.delete' }]);
  const hash = createHash('sha256').update(about).update(digests.join('')).digest('hex');
  const rows = JSON.stringify([columns, others]).replaceAll("'", "''");
  change(`DROP TABLE job_blocks; ${formerBlocks.join('')} UPDATE settings SET value = value - 2 WHERE name = 'schema';
    INSERT INTO job_blocks VALUES ('j', 0, 2, '${rows}', '${digests.join('')}', 1);
    UPDATE jobs SET hash = '${hash}', state = 'active', started = 1, options = '{}', passed = '{}'`);
  records.close();
  const { ask, rowsOf, change: changeNow } = await opened(path);
  changeNow(sql);
  const { isUnaltered, job } = await ask({ op: 'job-open', job: 'j', runner: 'r' });
  expect([isUnaltered, job.counts]).toMatchObject([isSent, { waiting: 1, skipped: 1 }]);
  if (isSent)
    expect((await rowsOf('j')).map(({ name, email, before }) => [name, email, before])).toEqual([
      ["Ada 'L'", null, { a: '"' }],
      [null, '😀', null],
    ]);
});

test('a preview is deleted with what was added, and erased from as any job', async () => {
  const { createIn, ask, start, sends, rowsOf, change } = await opened();
  await createIn('gone', [[row('u1')]]);
  expect(await ask({ op: 'job-remove', job: 'gone', states: ['preview'] })).toEqual({ isRemoved: true });
  await createIn('old', [[row('u1')]]);
  await ask({ op: 'jobs-clean', removedIds: [], previewsBefore: time + 1, endedBefore: 0 });
  // Nothing of it comes back with another job of its name.
  expect(await start('j', await createIn('j', [[row('u1'), row('u2')], [row('u1', { reason: 'already' })]]))).toBe('started');
  const hash = await createIn('p', [[row('u1'), row('u2')], [row('u1')]]);
  await ask({ op: 'jobs-erase-person', ids: ['u1'], destination: null });
  expect((await rowsOf('p')).map(({ name }) => name)).toEqual([null, 'Ada Lovelace', null]);
  expect(await sends('p', hash)).toBe(false);
  expect(() => change('CREATE TABLE none AS SELECT 1 / (SELECT count(*) = 0 FROM job_blocks) AS one')).not.toThrow();
});

const inBlocks = (count: number) => [0, 1, 2].map((at) => Array.from({ length: count }, (_none, n) => row(`u${at}-${n}`)));
const countOfRows = 'SELECT count(*) AS count FROM job_rows';

test('a run is opened without making rows of a job, and takes them block by block', async () => {
  const { createIn, start, ask, count } = await opened();
  await start('j', await createIn('j', inBlocks(4)));
  const { isUnaltered, job } = await ask({ op: 'job-open', job: 'j', runner: 'r1' });
  expect([isUnaltered, job.counts.waiting, count(countOfRows)]).toEqual([true, 12, 0]);
  const taken: number[] = [];
  const stored: number[] = [];
  for (let after = -1; after < 11; after = taken.at(-1) ?? after) {
    const { rows } = await ask({ op: 'job-next', job: 'j', runner: 'r1', after, limit: 3 });
    taken.push(...rows.map(({ n }) => n));
    stored.push(count(countOfRows));
  }
  expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(stored).toEqual([4, 8, 12, 12]);
  expect(await ask({ op: 'job-next', job: 'j', runner: 'r1', after: 11, limit: 3 })).toEqual({ rows: [], isUnaltered: true });
});

test('another run goes on with the rows that are in blocks', async () => {
  const { createIn, start, ask, put, rowsOf } = await opened();
  await start('j', await createIn('j', inBlocks(2)));
  await ask({ op: 'job-open', job: 'j', runner: 'r1' });
  await ask({ op: 'job-next', job: 'j', runner: 'r1', after: -1, limit: 1 });
  await put('j', 0, 'sent');
  await put('j', 0, 'done');
  await put('j', 1, 'sent');
  expect(await ask({ op: 'job-set-state', job: 'j', from: ['active'], to: 'done', timeMillis: time })).toEqual({ isChanged: false });
  const { isUnaltered, sent, job } = await ask({ op: 'job-open', job: 'j', runner: 'r2' });
  expect([isUnaltered, sent.map(({ n }) => n), job.counts]).toMatchObject([true, [1], { done: 1, sent: 1, waiting: 4 }]);
  const { rows } = await ask({ op: 'job-next', job: 'j', runner: 'r2', after: -1, limit: 10 });
  expect(rows.map(({ target }) => target.id)).toEqual(['u1-0', 'u1-1', 'u2-0', 'u2-1']);
  expect((await rowsOf('j')).map(({ state }) => state)).toEqual(['done', 'sent', 'waiting', 'waiting', 'waiting', 'waiting']);
});

test.each([
  ['the text of a block', "UPDATE job_blocks SET rows = replace(rows, 'u1-0', 'u9') WHERE first = 2"],
  ['a row', "UPDATE job_rows SET target = 'u9' WHERE n = 1"],
])('nothing is sent of %s that is altered while its job runs', async (_what, sql) => {
  const { createIn, start, ask, change } = await opened();
  await start('j', await createIn('j', inBlocks(2)));
  await ask({ op: 'job-open', job: 'j', runner: 'r1' });
  const next = (after: number) => ask({ op: 'job-next', job: 'j', runner: 'r1', after, limit: 1 });
  expect((await next(-1)).rows.map(({ n }) => n)).toEqual([0]);
  change(sql);
  const later = [await next(0), await next(1)];
  expect(later.filter(({ isUnaltered }) => !isUnaltered)).toEqual([{ rows: [], isUnaltered: false }]);
  expect((await ask({ op: 'job-open', job: 'j', runner: 'r2' })).isUnaltered).toBe(false);
});

test('rows that ended are read without making rows of those that wait', async () => {
  const { createIn, start, ask, put, count } = await opened();
  await start('j', await createIn('j', [[row('u1'), row('u2', { reason: 'already' })], [row('u3')], [row('u4', { reason: 'already' })]]));
  await ask({ op: 'job-open', job: 'j', runner: 'r1' });
  await ask({ op: 'job-next', job: 'j', runner: 'r1', after: -1, limit: 1 });
  await put('j', 0, 'failed');
  const page = async (...states: ('failed' | 'skipped' | 'waiting')[]) => {
    const { rows, hasMore } = await ask({ op: 'job-rows', job: 'j', states, after: -1, limit: 1 });
    return [rows.map(({ n }) => n), hasMore, count(countOfRows)];
  };
  const read = [await page('failed'), await page('skipped'), await page('waiting')];
  expect(read).toEqual([
    [[0], false, 3],
    [[1], true, 4],
    [[2], false, 4],
  ]);
});

test('erasing a person makes rows of the blocks that are about them alone, and no row is passed over', async () => {
  const { createIn, ask, rowsOf, count, start, sends } = await opened();
  const named = (id: string, email: string) => row(id, { email });
  const hash = await createIn('p', [
    [named('u1', 'a@x.test')],
    [named('u2', 'B@x.test'), named('u3', 'c@x.test')],
    [named('u4', 'd@x.test')],
  ]);
  const active = await createIn('a', [[named('u3', 'c@x.test')], [named('u4', 'd@x.test'), row('u3', { reason: 'already' })]]);
  expect(await start('a', active)).toBe('started');
  await ask({ op: 'jobs-erase-person', ids: ['u3'], destination: null });
  expect([count(`${countOfRows} WHERE job = 'p'`), count(`${countOfRows} WHERE job = 'a'`)]).toEqual([2, 2]);
  expect((await rowsOf('p')).map(({ email }) => email)).toEqual(['a@x.test', 'B@x.test', null, 'd@x.test']);
  expect((await rowsOf('a')).map(({ email }) => email)).toEqual(['c@x.test', 'd@x.test', null]);
  expect(await sends('p', hash)).toBe(false);
  expect((await ask({ op: 'job-open', job: 'a', runner: 'r' })).isUnaltered).toBe(true);
});

test('a preview of which a later row was erased isn’t sent at all', async () => {
  const { createIn, ask, sends } = await opened();
  const hash = await createIn('p', inBlocks(1));
  await ask({ op: 'jobs-erase-person', ids: ['u2-0'], destination: null });
  expect(await sends('p', hash)).toBe(false);
});

test('what a former run still reports is refused', async () => {
  const { started, put, ask, rowsOf } = await opened();
  await started('j', [row('u1'), row('u2')]);
  await put('j', 0, 'sent');
  expect((await ask({ op: 'job-open', job: 'j', runner: 'r2' })).sent.map(({ n }) => n)).toEqual([0]);
  await expect(put('j', 0, 'done')).rejects.toMatchObject({ fault: 'gone' });
  await expect(ask({ op: 'job-next', job: 'j', runner: 'r1', after: -1, limit: 5 })).rejects.toMatchObject({ fault: 'gone' });
  await put('j', 0, 'done', 'r2');
  expect((await rowsOf('j')).map(({ state }) => state)).toEqual(['done', 'waiting']);
});

test('of a job that was paused or canceled, outcomes are stored, but no row is marked as sent', async () => {
  const { started, put, ask, rowsOf } = await opened();
  await started('j', [row('u1'), row('u2')]);
  await put('j', 0, 'sent');
  await ask({ op: 'job-set-state', job: 'j', from: ['active'], to: 'cancelled', timeMillis: time });
  expect(await put('j', 1, 'sent')).toEqual({ state: 'cancelled' });
  await put('j', 0, 'done');
  expect((await rowsOf('j')).map(({ state }) => state)).toEqual(['done', 'waiting']);
  expect(await ask({ op: 'job-set-state', job: 'j', from: ['active'], to: 'done', timeMillis: time })).toEqual({ isChanged: false });
});

test('rows are read some at a time, and fewer where they are large, down to one', async () => {
  const { started, ask } = await opened();
  const [small, large] = [row('s'), row('l', { value: 'x'.repeat(200_000) })];
  const huge = row('h', { value: '😀'.repeat(200_000) });
  await started('j', [small, large, large, large, huge, huge, small, small]);
  const pages: number[][] = [];
  for (let after = -1; after < 7; after = pages.at(-1)?.at(-1) ?? after) {
    const { rows } = await ask({ op: 'job-next', job: 'j', runner: 'r1', after, limit: 100 });
    pages.push(rows.map(({ n }) => n));
  }
  expect(pages).toEqual([[0, 1, 2], [3], [4], [5], [6, 7]]);
  const page = (after: number, limit: number) => ask({ op: 'job-rows', job: 'j', states: null, after, limit });
  expect(await page(-1, 100)).toMatchObject({ rows: [{ n: 0 }, { n: 1 }, { n: 2 }], hasMore: true });
  expect(await page(5, 1)).toMatchObject({ rows: [{ n: 6 }], hasMore: true });
  expect(await page(5, 2)).toMatchObject({ rows: [{ n: 6 }, { n: 7 }], hasMore: false });
  expect((await ask({ op: 'job-open', job: 'j', runner: 'r2' })).isUnaltered).toBe(true);
});

test('a secret is wiped with the row’s end, and nothing of it is left in the file', async () => {
  const { started, put, rowsOf, path, ask } = await opened();
  await started('j', [row('u1', { secret: 'Analytical-Engine-1843' })]);
  await put('j', 0, 'sent');
  expect((await rowsOf('j'))[0]?.secret).toBe('Analytical-Engine-1843');
  await put('j', 0, 'done');
  expect((await rowsOf('j'))[0]?.secret).toBeNull();
  expect((await ask({ op: 'job-open', job: 'j', runner: 'r2' })).isUnaltered).toBe(true);
  expect(readFileSync(path, 'latin1')).not.toContain('Analytical');
});

test('failed rows wait again, and those before it don’t count for stopping', async () => {
  const { started, put, ask } = await opened();
  await started('j', [row('u1'), row('u2')]);
  await put('j', 0, 'failed');
  await ask({ op: 'job-set-state', job: 'j', from: ['active'], to: 'stopped', timeMillis: time + 5 });
  expect(await ask({ op: 'job-read', job: 'j' })).toMatchObject({ state: 'stopped', endedAtMillis: time + 5, requests: 1 });
  await ask({ op: 'job-set-state', job: 'j', from: ['stopped'], to: 'active', timeMillis: time });
  expect(await ask({ op: 'job-read', job: 'j' })).toMatchObject({ forgiven: 1, endedAtMillis: null, counts: { failed: 1 } });
  await ask({ op: 'job-set-state', job: 'j', from: ['active'], to: 'active', retry: true, timeMillis: time });
  expect(await ask({ op: 'job-read', job: 'j' })).toMatchObject({ forgiven: 0, counts: { failed: 0, waiting: 2 } });
});

test('jobs of removed connections and old previews are deleted, and people erased from ended jobs', async () => {
  const { create, started, put, ask, rowsOf } = await opened();
  await started('j', [row('u1')]);
  await create('p', [row('u1')]);
  const erase = () => ask({ op: 'jobs-erase-person', ids: ['u1'], destination: 'https://x.test p' });
  expect(await erase()).toEqual({ erased: 1 });
  expect((await rowsOf('j'))[0]?.name).toBe('Ada Lovelace');
  await put('j', 0, 'done');
  await ask({ op: 'job-set-state', job: 'j', from: ['active'], to: 'done', timeMillis: time });
  expect(await erase()).toEqual({ erased: 2 });
  expect((await rowsOf('j'))[0]).toMatchObject({ name: null, email: null, before: null, target: { id: 'u1' } });
  expect(await ask({ op: 'jobs-clean', removedIds: ['d'], previewsBefore: time + 1, endedBefore: 0 })).toEqual({ removed: 1 });
  expect(await ask({ op: 'jobs-clean', removedIds: ['c'], previewsBefore: 0, endedBefore: 0 })).toEqual({ removed: 1 });
  expect(await ask({ op: 'job-list', limit: 5 })).toEqual({ jobs: [], hasMore: false });
});

test('a job isn’t done while a row waits, or is being sent', async () => {
  const { started, put, ask } = await opened();
  await started('j', [row('u1')]);
  const end = () => ask({ op: 'job-set-state', job: 'j', from: ['active'], to: 'done', timeMillis: time });
  expect(await end()).toEqual({ isChanged: false });
  await put('j', 0, 'sent');
  expect(await end()).toEqual({ isChanged: false });
  await put('j', 0, 'failed');
  expect(await end()).toEqual({ isChanged: true });
});

test('ended jobs are deleted after their time, and others stay', async () => {
  const { started, ask } = await opened();
  for (const job of ['old', 'new', 'open']) await started(job, [row('u1')]);
  const end = (job: string, at: number) => ask({ op: 'job-set-state', job, from: ['active'], to: 'cancelled', timeMillis: at });
  await end('old', time);
  await end('new', time + 10);
  expect(await ask({ op: 'jobs-clean', removedIds: [], previewsBefore: 0, endedBefore: time + 5 })).toEqual({ removed: 1 });
  const left = await ask({ op: 'job-list', limit: 5 });
  expect(left.jobs.map(({ id }) => id).sort()).toEqual(['new', 'open']);
});

test.each([
  ['a year behind', time - 400 * day, time + 89 * day, 0],
  ['a year behind', time - 400 * day, time + 91 * day, 1],
  ['right', time + day, time + 90 * day, 0],
  ['right', time + day, time + 92 * day, 1],
])('results of a service whose clock is %s are kept for ninety days', async (_what, ended, now, removed) => {
  const { started, ask } = await opened();
  await started('j', [row('u1')]);
  await ask({ op: 'job-set-state', job: 'j', from: ['active'], to: 'cancelled', timeMillis: ended });
  expect(await ask({ op: 'jobs-clean', removedIds: [], previewsBefore: 0, endedBefore: now - 90 * day })).toEqual({ removed });
});

test('of a row that isn’t known and was erased, nothing can be found out', async () => {
  const { started, put, ask, rowsOf } = await opened();
  await started('j', [row('u1'), row('u2')]);
  for (const n of [0, 1]) {
    await put('j', n, 'sent');
    await put('j', n, 'unknown');
  }
  await ask({ op: 'jobs-erase-person', ids: ['u1'], destination: 'https://x.test p' });
  const rows = [0, 1].map((n) => ({ n, state: 'done' as const, reason: null, error: null }));
  await ask({ op: 'job-resolve', job: 'j', rows });
  expect((await rowsOf('j')).map(({ state }) => state)).toEqual(['unknown', 'done']);
});

test('a person who was erased is no longer sent, and the other rows of the job are', async () => {
  const { started, put, ask, rowsOf, records } = await opened();
  await started('j', [row('u1'), row('u2'), row('u3'), row('u1')]);
  await put('j', 0, 'failed');
  await put('j', 1, 'failed');
  await ask({ op: 'job-set-state', job: 'j', from: ['active'], to: 'cancelled', timeMillis: time });
  const person = { ids: ['u1'], names: [], destination: 'https://x.test p' };
  await records.handle({ op: 'erase-person', timeMillis: time, ...person }, async () => undefined);
  await ask({ op: 'job-set-state', job: 'j', from: ['cancelled'], to: 'active', retry: true, timeMillis: time });
  expect((await rowsOf('j')).map(({ state, name }) => [state, name])).toEqual([
    ['failed', null],
    ['waiting', 'Ada Lovelace'],
    ['waiting', 'Ada Lovelace'],
    ['skipped', null],
  ]);
  expect((await ask({ op: 'job-open', job: 'j', runner: 'r2' })).isUnaltered).toBe(true);
});

test('an address is erased wherever a row has it, but not from what is still to be sent', async () => {
  const { started, put, ask, rowsOf, records } = await opened();
  await started('j', [row('Ada@x.test', { email: null }), row('u2'), row('u3')]);
  await put('j', 0, 'done');
  await put('j', 1, 'done');
  await records.handle(
    { op: 'erase-person', timeMillis: time, ids: ['u9'], names: ['ada@x.test'], destination: null },
    async () => undefined,
  );
  expect((await rowsOf('j')).map(({ target, email, state }) => [target.id, email, state])).toEqual([
    ['-', null, 'done'],
    ['u2', null, 'done'],
    ['u3', 'ada@x.test', 'waiting'],
  ]);
  expect((await ask({ op: 'job-open', job: 'j', runner: 'r2' })).isUnaltered).toBe(true);
});
