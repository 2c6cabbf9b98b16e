import { expect, test } from 'vitest';
import { keyValidity } from './key-validity';

const now = 1_000_000;

test.each([
  { name: 'has no expiry', times: {}, validity: 'valid' },
  { name: 'expires later', times: { expires_at_millis: now + 1 }, validity: 'valid' },
  { name: 'expires now', times: { expires_at_millis: now }, validity: 'expired' },
  { name: 'has expired', times: { expires_at_millis: now - 1 }, validity: 'expired' },
  { name: 'was created with an expiry before 1970', times: { expires_at_millis: -1 }, validity: 'expired' },
  { name: 'was revoked', times: { manually_revoked_at_millis: now - 1 }, validity: 'revoked' },
  { name: 'was revoked at the start of 1970', times: { manually_revoked_at_millis: 0 }, validity: 'revoked' },
  { name: 'was revoked by a clock that is ahead', times: { manually_revoked_at_millis: now + 1 }, validity: 'revoked' },
  {
    name: 'was revoked and expires later',
    times: { expires_at_millis: now + 1, manually_revoked_at_millis: now - 1 },
    validity: 'revoked',
  },
  { name: 'was revoked and has expired', times: { expires_at_millis: now - 1, manually_revoked_at_millis: now - 2 }, validity: 'expired' },
])('a key that $name is $validity', ({ times, validity }) => {
  expect(keyValidity(times, now)).toBe(validity);
});
