import { expect, test } from 'vitest';
import { signUpJumps } from './sign-up-jump';

const dayMillis = 86_400_000;

/** 31 days, the last of which are these. */
function metricsOf(countAt: (day: number) => number, last: readonly number[], earlierUsers = 1_000) {
  const counts = Array.from({ length: 31 }, (_, day) => last[day - (31 - last.length)] ?? countAt(day));
  const daily_users = counts.map((activity, day) => ({
    date: new Date(Date.UTC(2026, 9, 21) + day * dayMillis).toISOString().slice(0, 10),
    activity,
  }));
  return { daily_users, total_users: earlierUsers + counts.reduce((sum, count) => sum + count, 0) };
}

const found = (...input: Parameters<typeof metricsOf>) => signUpJumps(metricsOf(...input)).map(({ count }) => count);

test('a jump is told with its day and what was usual', () => {
  expect(signUpJumps(metricsOf(() => 10, [60]))).toEqual([{ date: '2026-11-20', count: 60, usual: 10 }]);
});

test.each<[string, number[], Parameters<typeof metricsOf>]>([
  ['fewer than three times the usual number', [], [() => 10, [29]]],
  ['three times the usual number', [30], [() => 10, [30]]],
  ['few sign-ups, whatever is usual', [], [() => 0, [19]]],
  ['the first many of a quiet project', [20], [() => 0, [20]]],
  ['yesterday’s jump', [60], [() => 10, [60, 12]]],
  ['a second day of the same jump', [60], [() => 10, [60, 70]]],
  ['another jump on the next day', [60, 130], [() => 10, [60, 130]]],
  ['growth by 3 % a day', [], [(day) => Math.round(30 * 1.03 ** day), []]],
  ['growth by 12 % a day', [], [(day) => Math.round(30 * 1.12 ** day), []]],
  ['a Monday after a weekend without sign-ups', [], [(day) => ([1, 2].includes(day % 7) ? 0 : 40), [0, 0, 40]]],
  ['the day of a weekly newsletter', [], [(day) => (day % 7 === 2 ? 90 : 10), [95]]],
  ['a newsletter’s day with far more', [300], [(day) => (day % 7 === 2 ? 90 : 10), [300]]],
  ['the start of a project', [], [() => 0, [50], 0]],
  ['the second week of a project', [], [() => 0, [2, 3, 2, 1, 2, 3, 2, 90], 0]],
  ['a plateau at a new height', [], [() => 10, [60, 60, 60, 60]]],
  ['a single day of many in the weeks before', [80], [(day) => (day === 12 ? 500 : 10), [80]]],
])('%s', (_what, expected, input) => {
  expect(found(...input)).toEqual(expected);
});

test('a list that is too short to compare is no jump', () => {
  const { daily_users } = metricsOf(() => 1, [500]);
  expect(signUpJumps({ daily_users: daily_users.slice(-9), total_users: 10_000 })).toEqual([]);
  expect(signUpJumps({ daily_users: [], total_users: 10_000 })).toEqual([]);
});
