import { expect, it, vi } from 'vitest';
import { type ErrorReport, fail } from '../../contract/errors';
import { isEmailGone, isMemberGone, isProviderAccountGone, isSessionGone, removeOnce } from './remove-once';

const lost = fail('connection-lost');
const missing = fail('service-error', { status: 404, text: 'Session not found.' });

it.each([
  { what: 'was removed', send: async () => undefined, result: 'removed' },
  { what: 'was already gone', send: () => Promise.reject(missing), result: 'gone' },
])('resolves to "$result" for something that $what', async ({ send, result }) => {
  expect(await removeOnce(send, isSessionGone)).toBe(result);
});

it('throws a failure that doesn’t say that it is gone', async () => {
  await expect(removeOnce(() => Promise.reject(lost), isSessionGone)).rejects.toBe(lost);
});

it('sends the request once, and reads nothing if that succeeds', async () => {
  const [send, isGone] = [vi.fn(async () => undefined), vi.fn(() => true)];
  await removeOnce(send, isGone);
  expect([send.mock.calls.length, isGone.mock.calls.length]).toEqual([1, 0]);
});

it('waits for a check that reads what the service still has', async () => {
  const failure = fail('service-error', { status: 500 });
  expect(
    await removeOnce(
      () => Promise.reject(failure),
      async () => true,
    ),
  ).toBe('gone');
  await expect(
    removeOnce(
      () => Promise.reject(failure),
      async () => false,
    ),
  ).rejects.toBe(failure);
});

const notMember = (userId: string): ErrorReport => ({
  code: 'known-error',
  known: 'TEAM_MEMBERSHIP_NOT_FOUND',
  status: 404,
  details: { team_id: 't', user_id: userId },
});
const plain = (status: number, text: string): ErrorReport => ({ code: 'service-error', status, text });

it.each<[string, boolean, boolean]>([
  ['an unknown email address', isEmailGone(plain(400, 'Contact channel not found')), true],
  ['another error of an email address', isEmailGone(plain(400, 'Invalid email')), false],
  ['an unknown session', isSessionGone(plain(404, 'Session not found.')), true],
  ['a path that the release doesn’t have', isSessionGone(plain(404, 'Not found')), false],
  ['an unknown provider account', isProviderAccountGone(plain(404, 'OAuth provider 1 for user me not found')), true],
  ['a provider that isn’t configured', isProviderAccountGone(plain(404, 'OAuth provider github not found or not configured')), false],
  ['a user who isn’t a member', isMemberGone(notMember('u'), 'u'), true],
  ['an account that isn’t a member itself', isMemberGone(notMember('me-id'), 'u'), false],
  ['any user who isn’t a member', isMemberGone(notMember('me-id')), true],
  ['a missing permission', isMemberGone({ code: 'known-error', known: 'TEAM_PERMISSION_REQUIRED', status: 401 }), false],
])('recognizes %s', (_what, recognized, expected) => {
  expect(recognized).toBe(expected);
});
