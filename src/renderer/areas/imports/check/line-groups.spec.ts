import { expect, it } from 'vitest';
import type { LineStatus } from '#contract/imports/check.ts';
import { entryAt, entryCount, lineGroups } from './line-groups';

const counts = { create: 2, change: 1, same: 3, impossible: 0 };
const closed = new Set<LineStatus>(['same']);

it('lists what is open below its heading, and nothing of an empty status', () => {
  const groups = lineGroups(counts, closed);
  expect(entryCount(groups)).toBe(6);
  expect(Array.from({ length: 7 }, (_, index) => entryAt(groups, index))).toEqual([
    { status: 'change', at: null },
    { status: 'change', at: 0 },
    { status: 'create', at: null },
    { status: 'create', at: 0 },
    { status: 'create', at: 1 },
    { status: 'same', at: null },
    undefined,
  ]);
});

it('starts with what can’t be imported', () => {
  const groups = lineGroups({ create: 500_000, change: 0, same: 0, impossible: 7 }, new Set());
  expect(entryAt(groups, 0)).toEqual({ status: 'impossible', at: null });
  expect(entryAt(groups, 8)).toEqual({ status: 'create', at: null });
  expect(entryAt(groups, 500_008)).toEqual({ status: 'create', at: 499_999 });
});

it('has nothing for an empty file', () => {
  expect(entryCount(lineGroups({ create: 0, change: 0, same: 0, impossible: 0 }, closed))).toBe(0);
});
