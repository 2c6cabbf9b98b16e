import { expect, it } from 'vitest';
import { endedOf, type ProgressSample, paceOf, pendingOf, progressOf, totalOf, withSample } from './job-counts';

const counts = { waiting: 4, sent: 1, done: 10, skipped: 2, failed: 2, unknown: 1 };

it('sums rows', () => {
  expect([totalOf(counts), pendingOf(counts), endedOf(counts)]).toEqual([20, 5, 15]);
  expect(progressOf([{ counts }, { counts: { ...counts, waiting: 19 } }])).toBeCloseTo(30 / 55);
  expect(progressOf([])).toBeNull();
});

it('knows the pace of the last seconds, and starts over when rows are tried again', () => {
  const take = (...samples: [millis: number, ended: number][]) =>
    samples.reduce<readonly ProgressSample[]>((known, [millis, ended]) => withSample(known, { millis, ended }), []);
  expect(paceOf(take([0, 0]))).toBeNull();
  expect(paceOf(take([0, 0], [1_000, 4]))).toBeNull();
  expect(paceOf(take([0, 0], [2_000, 8]))).toBe(4);
  expect(paceOf(take([0, 0], [60_000, 8], [62_000, 12]))).toBe(2);
  expect(paceOf(take([0, 8], [2_000, 8]))).toBeNull();
  expect(take([0, 8], [2_000, 6])).toEqual([{ millis: 2_000, ended: 6 }]);
});
