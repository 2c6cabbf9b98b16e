import { expect, test } from 'vitest';
import { expiryStage, keyValidity } from './api-key-models';

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

const keyValidityNow = 1_000_000;

test.each([
  { name: 'has no expiry', times: {}, validity: 'valid' },
  { name: 'expires later', times: { expires_at_millis: keyValidityNow + 1 }, validity: 'valid' },
  { name: 'expires now', times: { expires_at_millis: keyValidityNow }, validity: 'expired' },
  { name: 'has expired', times: { expires_at_millis: keyValidityNow - 1 }, validity: 'expired' },
  { name: 'was created with an expiry before 1970', times: { expires_at_millis: -1 }, validity: 'expired' },
  { name: 'was revoked', times: { manually_revoked_at_millis: keyValidityNow - 1 }, validity: 'revoked' },
  { name: 'was revoked at the start of 1970', times: { manually_revoked_at_millis: 0 }, validity: 'revoked' },
  { name: 'was revoked by a clock that is ahead', times: { manually_revoked_at_millis: keyValidityNow + 1 }, validity: 'revoked' },
  {
    name: 'was revoked and expires later',
    times: { expires_at_millis: keyValidityNow + 1, manually_revoked_at_millis: keyValidityNow - 1 },
    validity: 'revoked',
  },
  {
    name: 'was revoked and has expired',
    times: { expires_at_millis: keyValidityNow - 1, manually_revoked_at_millis: keyValidityNow - 2 },
    validity: 'expired',
  },
])('a key that $name is $validity', ({ times, validity }) => {
  expect(keyValidity(times, keyValidityNow)).toBe(validity);
});
