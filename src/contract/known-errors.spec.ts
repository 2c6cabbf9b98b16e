import { describe, expect, test } from 'vitest';
import facts from '#tests/fixtures/wire/errors.json';
import { isInGroup, isKnownErrorCode, type KnownErrorCode, knownErrors } from './known-errors';

describe('the table says what the reference says', () => {
  test('the same codes, no more and no fewer', () => {
    expect(Object.keys(knownErrors).sort()).toEqual(facts.map(({ code }) => code).sort());
  });

  test.each(facts)('$code', ({ code, status, parent, message_pattern }) => {
    expect(knownErrors[code as KnownErrorCode]).toEqual({ status, parent, text: message_pattern });
  });

  test('groups have no status, and only groups are parents', () => {
    for (const { code, abstract, parent } of facts) {
      expect([code, knownErrors[code as KnownErrorCode].status === null]).toEqual([code, abstract]);
      if (parent !== null) expect(facts.find((fact) => fact.code === parent)?.abstract).toBe(true);
    }
  });
});

describe('isKnownErrorCode', () => {
  test.each(['', 'user_not_found', 'toString', 'constructor', '__proto__', 'hasOwnProperty', 'A_CODE_OF_TOMORROW'])(
    'refuses %j',
    (code) => {
      expect(isKnownErrorCode(code)).toBe(false);
    },
  );
});

describe('isInGroup', () => {
  test.each<{ code: string; group: KnownErrorCode; within: boolean }>([
    { code: 'ACCESS_TOKEN_EXPIRED', group: 'INVALID_ACCESS_TOKEN', within: true },
    { code: 'UNPARSABLE_ACCESS_TOKEN', group: 'INVALID_ACCESS_TOKEN', within: true },
    { code: 'INVALID_PROJECT_FOR_ACCESS_TOKEN', group: 'INVALID_ACCESS_TOKEN', within: true },
    { code: 'ADMIN_ACCESS_TOKEN_EXPIRED', group: 'INVALID_ACCESS_TOKEN', within: false },
    { code: 'ADMIN_ACCESS_TOKEN_EXPIRED', group: 'INVALID_ADMIN_ACCESS_TOKEN', within: true },
    { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', group: 'REFRESH_TOKEN_ERROR', within: true },
    { code: 'PROJECT_KEY_WITHOUT_ACCESS_TYPE', group: 'PROJECT_AUTHENTICATION_ERROR', within: true },
    { code: 'INVALID_ACCESS_TOKEN', group: 'INVALID_ACCESS_TOKEN', within: true },
    { code: 'A_CODE_OF_TOMORROW', group: 'INVALID_ACCESS_TOKEN', within: false },
    { code: '__proto__', group: 'INVALID_ACCESS_TOKEN', within: false },
    { code: '', group: 'INVALID_ACCESS_TOKEN', within: false },
  ])('$code in $group: $within', ({ code, group, within }) => {
    expect(isInGroup(code, group)).toBe(within);
  });

  test('every code is in the group of its parents', () => {
    for (const { code, parent } of facts) if (parent !== null) expect(isInGroup(code, parent as KnownErrorCode)).toBe(true);
  });
});
