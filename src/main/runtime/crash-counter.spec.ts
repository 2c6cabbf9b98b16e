import { expect, test } from 'vitest';
import { createCrashCounter } from './crash-counter';

test('counts the crashes of a period', () => {
  let now = 0;
  const count = createCrashCounter(1000, () => now);
  const counts = [0, 400, 999, 1000, 2500].map((time) => {
    now = time;
    return count();
  });
  expect(counts).toEqual([1, 2, 3, 3, 1]);
});
