import { expect, test } from 'vitest';
import { durationText, timesText } from './durations.mjs';

test.each([
  [0, '0 s'],
  [1_499, '1 s'],
  [59_499, '59 s'],
  [59_500, '1 min 0 s'],
  [125_000, '2 min 5 s'],
  [4_200_000, '70 min 0 s'],
])('%i ms are %s', (millis, text) => {
  expect(durationText(millis)).toBe(text);
});

test('times are listed by stage, with what all of them took together', () => {
  const times = new Map([
    ['check', 36_000],
    ['unit', 90_400],
  ]);
  expect(timesText(times, 101_000)).toBe('Time: check 36 s, unit 1 min 30 s; total 1 min 41 s');
});
