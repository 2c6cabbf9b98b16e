import { describe, expect, it, test } from 'vitest';
import { compareDays, type DayCount, fullDays, isWeekend, sumOf, totalsPerDay } from './full-days';

const days = (...counts: number[]): DayCount[] =>
  counts.map((activity, at) => ({ date: `2026-11-${String(at + 1).padStart(2, '0')}`, activity }));

describe('compareDays', () => {
  test.each([
    ['leaves out today', days(1, 1, 2, 2, 1000), 2, { sum: 4, average: 2, change: 1 }],
    ['reports a decline', days(9, 4, 4, 3, 3, 0), 2, { sum: 6, average: 3, change: -0.25 }],
    ['reports no change', days(5, 5, 0), 1, { sum: 5, average: 5, change: 0 }],
    ['reports a fall to zero', days(5, 0, 7), 1, { sum: 0, average: 0, change: -1 }],
    ['compares with nothing if there was none before', days(0, 0, 3, 4, 0), 2, { sum: 7, average: 4, change: null }],
    ['compares with nothing if there are too few days', days(8, 1, 2, 0), 2, { sum: 3, average: 2, change: null }],
    ['uses the days that there are', days(6, 0), 7, { sum: 6, average: 6, change: null }],
    ['has nothing for today alone', days(6), 7, { sum: 0, average: 0, change: null }],
    ['has nothing without days', [], 7, { sum: 0, average: 0, change: null }],
  ])('%s', (_name, counts, count, expected) => {
    expect(compareDays(counts, count)).toEqual(expected);
  });
});

it('counts all days but today as full', () => {
  expect(sumOf(fullDays(days(1, 2, 4)))).toBe(3);
});

test.each([
  ['one day', 10, days(3), [10]],
  ['several days', 10, days(1, 2, 3), [5, 7, 10]],
  ['more sign-ups than users, because some were deleted', 2, days(5, 5, 1), [0, 1, 2]],
  ['no days', 10, [], []],
])('totalsPerDay: %s', (_name, total, signUps, expected) => {
  expect(totalsPerDay(total, signUps)).toEqual(expected);
});

test.each([
  ['2026-11-20', false],
  ['2026-11-21', true],
  ['2026-11-22', true],
  ['2026-11-23', false],
  ['not a date', false],
])('isWeekend: %s', (date, expected) => {
  expect(isWeekend({ date })).toBe(expected);
});
