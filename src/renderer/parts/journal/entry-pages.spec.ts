import { expect, test } from 'vitest';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { pageAfter } from './entry-pages';

const entriesOf = (...jobs: readonly (string | null)[]) => jobs.map((job) => ({ job })) as unknown as readonly JournalEntry[];

test.each<[string, readonly (string | null)[], number | null, ReturnType<typeof pageAfter>]>([
  ['the last page', ['j1', 'j1'], null, null],
  ['a page of entries without jobs', [null, null], 7, { before: 7, limit: 100 }],
  ['a page that a job fills', ['j1', 'j1'], 7, { before: 7, limit: 500 }],
  ['a page of two jobs', ['j1', 'j2'], 7, { before: 7, limit: 100 }],
  ['a page on which a job starts', [null, 'j1'], 7, { before: 7, limit: 100 }],
  ['a page without entries', [], 7, { before: 7, limit: 100 }],
])('after %s comes the right one', (_name, jobs, next, expected) => {
  expect(pageAfter({ entries: entriesOf(...jobs), next })).toEqual(expected);
});
