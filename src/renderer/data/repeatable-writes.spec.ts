import { expect, it, vi } from 'vitest';
import { type ErrorReport, fail } from '#contract/errors.ts';
import type { ClientTeam } from '#contract/service/models/user-models.ts';
import {
  createOnce,
  isEmailGone,
  isMemberGone,
  isProviderAccountGone,
  isSessionGone,
  removeOnce,
  runEach,
  type StepResult,
} from './repeatable-writes';

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

const team = (id: string, display_name: string): ClientTeam => ({
  id,
  display_name,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
});
const old = team('old', 'Looms');
const made = team('new', 'Looms');

function scene() {
  const known = vi.fn(async () => [old]);
  const read = vi.fn(async (): Promise<ClientTeam[]> => [old]);
  const send = vi.fn(async (_team: { display_name: string }) => made);
  return { known, read, send, create: createOnce({ known, read, send }) };
}

it('sends once and reads nothing again when the response arrives', async () => {
  const { create, read, send } = scene();
  expect(await create({ display_name: 'Looms' })).toBe(made);
  expect([send.mock.calls.length, read.mock.calls.length]).toEqual([1, 0]);
});

it('returns the team whose creation succeeded although the response was lost', async () => {
  const { create, read, send } = scene();
  send.mockRejectedValueOnce(fail('connection-lost'));
  read.mockResolvedValueOnce([old, made]);
  expect(await create({ display_name: 'Looms' })).toBe(made);
});

it('finds it at the next attempt if the list couldn’t be read either, without sending again', async () => {
  const { create, read, send } = scene();
  send.mockRejectedValueOnce(fail('offline'));
  read.mockRejectedValueOnce(fail('offline')).mockResolvedValueOnce([old, made]);
  await expect(create({ display_name: 'Looms' })).rejects.toMatchObject({ report: { code: 'offline' } });
  expect(await create({ display_name: 'Looms' })).toBe(made);
  expect(send).toHaveBeenCalledTimes(1);
});

it('sends again if the lost request created nothing; an older team of the same name doesn’t count', async () => {
  const { create, send } = scene();
  send.mockRejectedValueOnce(fail('timed-out'));
  await expect(create({ display_name: 'Looms' })).rejects.toMatchObject({ report: { code: 'timed-out' } });
  expect(await create({ display_name: 'Looms' })).toBe(made);
  expect(send).toHaveBeenCalledTimes(2);
});

it('doesn’t look for a team after a refusal', async () => {
  const { create, read, send } = scene();
  send.mockRejectedValueOnce(fail('service-error', { status: 403 }));
  await expect(create({ display_name: 'Looms' })).rejects.toMatchObject({ report: { status: 403 } });
  expect(read).not.toHaveBeenCalled();
});

const items = ['a', 'b', 'c'];

async function statesAfter(failure: Error): Promise<(string | null)[]> {
  const results = new Map<string, StepResult>();
  await runEach(items, {
    send: (item) => (item === 'b' ? Promise.reject(failure) : Promise.resolve()),
    report: (item, result) => results.set(item, result),
    ofAll: new Set(['TEAM_NOT_FOUND', 'Not for anyone']),
  });
  return items.map((item) => results.get(item)?.state ?? null);
}

it.each([
  ['goes on after a refusal of one', fail('known-error', { known: 'PERMISSION_NOT_FOUND' }), ['done', 'failed', 'done']],
  ['goes on after an input that is refused', fail('bad-input'), ['done', 'failed', 'done']],
  ['stops at a refusal of all', fail('known-error', { known: 'TEAM_NOT_FOUND' }), ['done', 'failed', 'skipped']],
  ['goes on after a refusal of one in words', fail('service-error', { status: 404, text: 'Not for this one' }), ['done', 'failed', 'done']],
  ['stops at a refusal of all in words', fail('service-error', { status: 400, text: 'Not for anyone' }), ['done', 'failed', 'skipped']],
  ['stops at a declined confirmation', fail('cancelled'), ['done', 'failed', 'skipped']],
  ['stops at a lost response', fail('connection-lost'), ['done', 'unknown', 'skipped']],
] as const)('%s', async (_what, failure, states) => {
  expect(await statesAfter(failure)).toEqual(states);
});
