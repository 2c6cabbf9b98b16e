import { expect, test } from 'vitest';
import type { RowChange } from '#contract/workers/job-records.ts';
import type { RecordsRequest } from '#contract/workers/records.ts';
import type { JournalRecords } from '../journal/journal-records';
import { LibraryFailure } from '../library/library-client';
import { createRowLedger } from './row-ledger';

const noCounts = { waiting: 5, sent: 0, done: 0, skipped: 0, failed: 0, unknown: 0 };

/** A ledger whose records answer when the spec says so. */
function held() {
  const stored: string[][] = [];
  const answers: ((fault?: LibraryFailure) => void)[] = [];
  const request = (body: RecordsRequest) =>
    new Promise((resolve, reject) => {
      if (body.op !== 'job-put') throw new Error(body.op);
      answers.push((fault) => {
        if (fault !== undefined) return reject(fault);
        stored.push(body.rows.map(({ n, state }: RowChange) => `${n} ${state}`));
        resolve({ state: 'active' });
      });
    });
  const job = { id: 'j', counts: noCounts, requests: 0, forgiven: 0, options: { perSecond: null, stopAfter: 1 } };
  const records = { request: request as JournalRecords['request'] };
  const ledger = createRowLedger({ records, runner: 'r', job, sent: [], onChange: () => undefined });
  const answer = async (fault?: LibraryFailure) => {
    await new Promise((resolve) => setImmediate(resolve));
    answers.shift()?.(fault);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ledger, stored, answer };
}

test('a row that is done isn’t waited for, and is stored before the next one becomes sent', async () => {
  const { ledger, stored, answer } = held();
  const first = ledger.put({ n: 0, state: 'sent' });
  await answer();
  expect(await first).toBe(true);
  expect(await ledger.put({ n: 0, state: 'done' })).toBe(true);
  const second = ledger.put({ n: 1, state: 'sent' });
  await answer();
  await answer();
  expect(await second).toBe(true);
  expect(stored).toEqual([['0 sent'], ['0 done'], ['1 sent']]);
  expect(ledger.counts()).toMatchObject({ sent: 1, done: 1, waiting: 3 });
});

test.each(['sent', 'failed', 'unknown', 'waiting'] as const)('a row that becomes %s is waited for', async (state) => {
  const { ledger, answer } = held();
  let isStored = false;
  const put = ledger.put({ n: 0, state }).then(() => {
    isStored = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStored).toBe(false);
  await answer();
  await put;
  expect(ledger.failuresLeft()).toBe(state === 'failed' || state === 'unknown' ? 0 : 1);
});

test.each(['done', 'skipped'] as const)('a row that is %s and can’t be stored stops the run', async (state) => {
  const { ledger, answer } = held();
  await ledger.put({ n: 0, state });
  await answer(new LibraryFailure('disk-full'));
  await expect(ledger.put({ n: 1, state: 'sent' })).rejects.toMatchObject({ fault: 'disk-full' });
  await expect(ledger.settled()).rejects.toMatchObject({ fault: 'disk-full' });
});

test('all is stored before a run ends', async () => {
  const { ledger, stored, answer } = held();
  await ledger.put({ n: 0, state: 'done' });
  await ledger.put({ n: 1, state: 'done' });
  let isSettled = false;
  const settled = ledger.settled().then(() => {
    isSettled = true;
  });
  await answer();
  expect(isSettled).toBe(false);
  await answer();
  await settled;
  expect(stored).toEqual([['0 done'], ['1 done']]);
});

test('four rows are taken at once, also where one is as large as a page', async () => {
  const rows = [0, 1, 2, 3, 4].map((n) => ({ n }));
  const request = async (body: RecordsRequest) => {
    if (body.op !== 'job-next') throw new Error(body.op);
    return { rows: rows.filter(({ n }) => n > body.after).slice(0, 1), isUnaltered: true };
  };
  const job = { id: 'j', counts: noCounts, requests: 0, forgiven: 0, options: { perSecond: null, stopAfter: 1 } };
  const records = { request: request as unknown as JournalRecords['request'] };
  const ledger = createRowLedger({ records, runner: 'r', job, sent: [], onChange: () => undefined });
  const takeFour = () => Promise.all([0, 1, 2, 3].map(async () => (await ledger.take())?.n ?? null));
  expect(await takeFour()).toEqual([0, 1, 2, 3]);
  expect(await takeFour()).toEqual([4, null, null, null]);
});
