import { describe, expect, test, vi } from 'vitest';
import { fail } from '#contract/errors.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { readOwnSessions } from './own-sessions';

const own = { is_current_session: true };
const other = { is_current_session: false };
const listing =
  (...items: unknown[]) =>
  async () => ({ items, is_paginated: false });
const failing = (status: number) => () => Promise.reject(fail('service-error', { status }));

/** A session that fails with `ended` once its access token was refused. */
function sessionOf(ended: unknown = null) {
  const refuse = vi.fn();
  const tokens = async () => {
    if (ended !== null && refuse.mock.calls.length > 0) throw ended;
    return { access: 'jwt', refresh: 'r' };
  };
  return { tokens, refuse };
}

describe('a list with the session in use', () => {
  test('is returned, and nothing is renewed', async () => {
    const session = sessionOf(fail('session-ended'));
    expect(await readOwnSessions(listing(other, own), session)).toMatchObject({ items: [other, own] });
    expect(session.refuse).not.toHaveBeenCalled();
  });
});

describe.each([
  ['an empty list', listing()],
  ['a list of other sessions', listing(other, other)],
  ['a list that fails with status 500', failing(500)],
])('%s', (_what, read) => {
  test.each(['session-ended', 'signed-out'] as const)('means that the session was revoked elsewhere: %s', async (code) => {
    expect(await reportOf(readOwnSessions(read, sessionOf(fail(code))))).toEqual({ code });
  });

  test.each([null, fail('unreachable'), fail('service-error', { status: 500 }), fail('keychain-locked')])(
    'is passed on when the session lives, or cannot be renewed now',
    async (failure) => {
      const session = sessionOf(failure);
      const expected = await read().catch((thrown: unknown) => thrown);
      expect(await readOwnSessions(read, session).catch((thrown: unknown) => thrown)).toEqual(expected);
      expect(session.refuse.mock.calls).toEqual([['jwt']]);
    },
  );
});

test.each([failing(502), failing(404), () => Promise.reject(fail('timed-out'))])('other failures renew nothing', async (read) => {
  const session = sessionOf(fail('session-ended'));
  await expect(readOwnSessions(read, session)).rejects.toThrow();
  expect(session.refuse).not.toHaveBeenCalled();
});
