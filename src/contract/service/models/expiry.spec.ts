import { expect, test } from 'vitest';
import { expiryStage } from './expiry';

const day = 86_400_000;
const now = 1_700_000_000_000;

test.each([
  ['never', undefined, null],
  ['long ago', now - 40 * day, null],
  ['now', now, null],
  ['in a millisecond', now + 1, 1],
  ['in exactly a day', now + day, 1],
  ['in a day and a millisecond', now + day + 1, 7],
  ['in exactly 7 days', now + 7 * day, 7],
  ['in 8 days', now + 8 * day, 30],
  ['in exactly 30 days', now + 30 * day, 30],
  ['in 30 days and a millisecond', now + 30 * day + 1, null],
  ['never, as infinity', Number.POSITIVE_INFINITY, null],
  ['at no time', Number.NaN, null],
])('what expires %s is at stage', (_when, expiresAt, stage) => {
  expect(expiryStage(expiresAt, now)).toBe(stage);
});
