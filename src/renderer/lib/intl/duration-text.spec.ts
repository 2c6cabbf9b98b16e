import { expect, test } from 'vitest';
import { durationText } from './duration-text';

const day = 86_400_000;

test.each([
  [-400 * day, '0 seconds'],
  [-0.4, '0 seconds'],
  [0, '0 seconds'],
  [1_000, '1 second'],
  [90_000, '2 minutes'],
  [121_000, '2 minutes'],
  [20 * 60_000, '20 minutes'],
  [90 * 60_000, '2 hours'],
  [26 * 3_600_000, '26 hours'],
  [3 * day, '3 days'],
  [3 * 365 * day, '3 years'],
])('%i ms are "%s"', (millis, text) => {
  expect(durationText(millis, 'en')).toBe(text);
});

test('is in the language of the texts', () => {
  expect([durationText(3 * 365 * day, 'de'), durationText(1_200_000, 'ja')]).toEqual(['3 Jahre', '20分']);
});
