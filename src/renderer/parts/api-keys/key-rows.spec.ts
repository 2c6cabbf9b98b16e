import { describe, expect, it, test } from 'vitest';
import type { ApiKey } from '#data/api-keys.ts';
import { endingsOfApiKey, hasValid, isValid, type KeyFilter, keyRows } from './key-rows';

const now = 1_800_000_000_000;
const day = 86_400_000;
const everything: KeyFilter = { text: '', validity: 'any' };

let count = 0;
function keyOf(own: Partial<ApiKey>): ApiKey {
  count += 1;
  const base = {
    id: `k${count}`,
    type: 'user',
    user_id: 'u',
    is_public: false,
    created_at_millis: now - day,
    value: { last_four: 'a1b2' },
  };
  return { description: 'Key', ...base, ...own } as ApiKey;
}

const shown = (keys: readonly ApiKey[], filter: Partial<KeyFilter> = {}) =>
  keyRows(keys, { ...everything, ...filter }, now, endingsOfApiKey).map(({ key }) => key.description);

test.each([
  [undefined, undefined, 'valid'],
  [now + 15 * day, undefined, 'valid'],
  [now + 14 * day, undefined, 'expires-soon'],
  [now + 1, undefined, 'expires-soon'],
  [now, undefined, 'expired'],
  [now + day, now - day, 'revoked'],
  [now - day, now - 2 * day, 'expired'],
])('a key that expires at %s and was revoked at %s is %s', (expires_at_millis, manually_revoked_at_millis, status) => {
  const [row] = keyRows([keyOf({ expires_at_millis, manually_revoked_at_millis })], everything, now, endingsOfApiKey);
  expect(row?.status).toBe(status);
  expect(row && isValid(row)).toBe(status === 'valid' || status === 'expires-soon');
});

test('there is a valid key only while one can be used', () => {
  const old = keyOf({ expires_at_millis: now });
  expect(hasValid([old], now)).toBe(false);
  expect(hasValid([old, keyOf({})], now)).toBe(true);
});

describe('the order', () => {
  it('is valid keys first, and the newest first in both groups', () => {
    const keys = [
      keyOf({ description: 'revoked', manually_revoked_at_millis: now, created_at_millis: now - day }),
      keyOf({ description: 'old', created_at_millis: now - 3 * day }),
      keyOf({ description: 'expired', expires_at_millis: now - day, created_at_millis: now - 2 * day }),
      keyOf({ description: 'soon', expires_at_millis: now + day, created_at_millis: now - 2 * day }),
      keyOf({ description: 'new', created_at_millis: now }),
    ];
    expect(shown(keys)).toEqual(['new', 'soon', 'old', 'revoked', 'expired']);
  });
});

describe('the filter', () => {
  const keys = [
    keyOf({ description: 'Build server', value: { last_four: 'ffe0' } }),
    keyOf({ description: 'Caf\u0065\u0301', expires_at_millis: now + day }),
    keyOf({ description: 'مفتاح 🔑', manually_revoked_at_millis: now }),
    keyOf({ description: '<b>ffe0</b>', expires_at_millis: now - day }),
  ];

  test.each([
    [' BUILD ', ['Build server']],
    ['FFE0', ['Build server', '<b>ffe0</b>']],
    ['caf\u00e9', ['Cafe\u0301']],
    ['🔑', ['مفتاح 🔑']],
    ['.*', []],
  ])('by the text %s', (text, expected) => {
    expect(shown(keys, { text })).toEqual(expected);
  });

  test.each([
    ['valid', ['Build server', 'Cafe\u0301']],
    ['revoked', ['مفتاح 🔑']],
    ['expired', ['<b>ffe0</b>']],
  ] as const)('by the validity %s', (validity, expected) => {
    expect(shown(keys, { validity })).toEqual(expected);
  });
});
