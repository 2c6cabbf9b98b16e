import { expect, it } from 'vitest';
import { durationText } from './estimate';

it.each([
  [0, 4, '1 second'],
  [5, 4, '2 seconds'],
  [300, 4, '75 seconds'],
  [1167, 4, '5 minutes'],
  [40_000, 4, '3 hours'],
  [1167, null, null],
])('%i requests at %s per second take %s', (requests, perSecond, text) => {
  expect(durationText({ locale: 'en' }, requests, perSecond)).toBe(text);
});
