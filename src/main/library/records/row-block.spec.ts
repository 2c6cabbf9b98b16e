import { expect, test } from 'vitest';
import type { NewJobRow } from '#contract/workers/job-records.ts';
import { fullBlockLength, openBlock } from './row-block';

const row = (id: string, length: number): NewJobRow => ({
  target: { id, of: null },
  name: null,
  email: null,
  before: null,
  value: 'x'.repeat(length),
  secret: null,
  reason: null,
});

test.each<readonly [string, readonly number[], number]>([
  ['small rows', [1, 1, 1], 3],
  ['a row that is larger than a block', [fullBlockLength + 1, 1], 1],
  ['rows that fill a block together', [fullBlockLength / 2 - 50, fullBlockLength / 2 - 50, 1_000], 2],
  ['many rows', Array.from({ length: 1_001 }, () => 1), 1_000],
])('%s share a block until it is full', (_what, lengths, count) => {
  const rows = lengths.map((length, at) => row(`u${at}`, length));
  const open = openBlock(7);
  const added = rows.filter((of) => open.add(of)).length;
  const block = open.end();
  expect([block.first, block.count, added]).toEqual([7, count, count]);
  expect((JSON.parse(block.rows) as string[][]).map(([id]) => id)).toEqual(rows.slice(0, count).map(({ target }) => target.id));
});
