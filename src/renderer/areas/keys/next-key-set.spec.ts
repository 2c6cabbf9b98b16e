import { expect, test } from 'vitest';
import type { KeySet } from '#contract/service/models/api-key-models.ts';
import { neverMillis } from '#parts/api-keys/key-expiry.ts';
import { nextKeySet } from './next-key-set';

const now = 1_800_000_000_000;
const day = 86_400_000;
const setOf = (own: object) =>
  ({
    id: 's',
    description: 'Web',
    created_at_millis: now - 60 * day,
    expires_at_millis: now + 30 * day,
    secret_server_key: { last_four: 'ssss' },
    ...own,
  }) as KeySet;

test.each([
  ['90 days', {}, now + 90 * day],
  ['a year', { expires_at_millis: now + 305 * day }, now + 365 * day],
  ['no end', { expires_at_millis: neverMillis }, neverMillis],
  ['an end beyond what can be written', { expires_at_millis: 8.64e15 }, neverMillis],
  ['an end that would lie beyond what can be written', { created_at_millis: 0, expires_at_millis: neverMillis - 1 }, neverMillis],
  ['an end before its start', { expires_at_millis: now - 61 * day }, now + 90 * day],
])('a set with a lifetime of %s', (_name, own, expiresAtMillis) => {
  expect(nextKeySet(setOf(own), now)).toEqual({ description: 'Web', kinds: ['server'], expiresAtMillis });
});

test('has the same types', () => {
  const keys = { publishable_client_key: { last_four: 'pppp' }, super_secret_admin_key: { last_four: 'aaaa' } };
  expect(nextKeySet(setOf(keys), now)?.kinds).toEqual(['client', 'server', 'admin']);
});

test('doesn’t exist for a set of unknown types', () => {
  expect(nextKeySet(setOf({ secret_server_key: undefined, secret_worker_key: { last_four: 'wwww' } }), now)).toBeNull();
});
