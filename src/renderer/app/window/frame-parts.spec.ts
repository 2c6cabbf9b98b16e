import { expect, test } from 'vitest';
import { countdownText } from './frame-parts';

test.each([
  [0, '00:00'],
  [9, '00:09'],
  [872, '14:32'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [3_900, '1:05:00'],
  [86_399, '23:59:59'],
  [86_400, '1 d 0:00:00'],
  [3 * 86_400 + 4 * 3_600 + 306, '3 d 4:05:06'],
])('%i seconds are %s', (seconds, text) => {
  expect(countdownText(seconds)).toBe(text);
});
