import { expect, it, test } from 'vitest';
import type { KeySet } from '#contract/service/models/api-key-models.ts';
import { expiringKeySets } from './health-column';

const day = 86_400_000;
const now = 1_700_000_000_000;
const setOf = (days: number, own: Partial<KeySet> = {}): KeySet => ({
  id: `in ${days}`,
  description: `In ${days} days`,
  created_at_millis: now - 60 * day,
  expires_at_millis: now + days * day,
  publishable_client_key: { last_four: 'pppp' },
  ...own,
});

test.each([
  ['far from its expiry', setOf(31), []],
  ['that expires in 30 days', setOf(30), [false]],
  ['that expires in 8 days', setOf(8), [false]],
  ['that expires in 7 days', setOf(7), [true]],
  ['that expires in an hour', setOf(1 / 24), [true]],
  ['that expires now', setOf(0), []],
  ['that has expired', setOf(-1), []],
  ['that was revoked', setOf(3, { manually_revoked_at_millis: now - day }), []],
])('a key set %s', (_name, set, urgent) => {
  expect(expiringKeySets([set], now).map(({ isUrgent }) => isUrgent)).toEqual(urgent);
});

it('lists the next one to expire first', () => {
  expect(expiringKeySets([setOf(20), setOf(2), setOf(9)], now).map(({ id }) => id)).toEqual(['in 2', 'in 9', 'in 20']);
});

test.each([
  ['admin', { super_secret_admin_key: { last_four: 'aaaa' }, secret_server_key: { last_four: 'ssss' } }, 'aaaa'],
  ['server', { secret_server_key: { last_four: 'ssss' } }, 'ssss'],
  ['client', {}, 'pppp'],
  ['no', { publishable_client_key: undefined }, undefined],
])('shows the end of the %s key', (_name, keys, lastFour) => {
  expect(expiringKeySets([setOf(1, keys)], now)[0]?.lastFour).toBe(lastFour);
});
