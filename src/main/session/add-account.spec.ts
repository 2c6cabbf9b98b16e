import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { fresh, live, setUp } from '#tests/support/main/sessions-scene.ts';
import { reportOf, response } from '#tests/support/main/test-ports.ts';

async function shared(handOver: () => Promise<void>) {
  const scene = setUp();
  await scene.add('ada');
  const isShared = () => scene.topic.get().value[0]?.isShared;
  const sharing = scene.sessions.share('a1', 'c', handOver);
  return { ...scene, isShared, sharing };
}

test('an account is marked before its token is handed over, and stays so', async () => {
  const { add, sessions, topic } = setUp();
  await add('ada');
  let seen: unknown;
  await sessions.share('a1', 'c', async (session) => {
    seen = [topic.get().value[0]?.isShared, (await session.tokens()).refresh];
  });
  expect([seen, topic.get().value[0]?.isShared]).toEqual([[true, 'refresh-ada'], true]);
});

describe('the mark', () => {
  test.each([
    ['an error of the service', fail('service-error', { status: 400 })],
    ['a known error', fail('known-error', { known: 'SCHEMA_ERROR', status: 400 })],
    ['a code that was used', fail('login-code-spent')],
    ['a session that had ended', fail('session-ended')],
    ['a cancellation', fail('cancelled')],
  ])('is removed after %s', async (_what, cause) => {
    const { sharing, isShared } = await shared(() => Promise.reject(cause));
    await expect(sharing).rejects.toBe(cause);
    expect(isShared()).toBe(false);
  });

  test.each([
    ['a lost connection', fail('connection-lost')],
    ['no response', fail('timed-out')],
    ['a fault of the service', fail('service-error', { status: 502 })],
    ['a response that makes no sense', fail('bad-response', { status: 200 })],
    ['a bug of ours', new TypeError('ours')],
  ])('stays after %s: the token may have arrived', async (_what, cause) => {
    const { sharing, isShared } = await shared(() => Promise.reject(cause));
    await expect(sharing).rejects.toBe(cause);
    expect(isShared()).toBe(true);
  });

  test('of one program stays when another one is refused', async () => {
    const { add, sessions, topic } = setUp();
    await add('ada');
    await sessions.share('a1', 'c', async () => undefined);
    await reportOf(sessions.share('a1', 'c', () => Promise.reject(fail('login-code-spent'))));
    expect(topic.get().value).toMatchObject([{ isShared: true }]);
  });

  test('of a hand-over that succeeds beside one that is refused stays', async () => {
    const { add, sessions, topic } = setUp();
    await add('ada');
    let refuse: (cause: unknown) => void = () => undefined;
    const refused = reportOf(sessions.share('a1', 'c', () => new Promise((_resolve, reject) => (refuse = reject))));
    await sessions.share('a1', 'c', async () => undefined);
    refuse(fail('login-code-spent'));
    await refused;
    expect(topic.get().value).toMatchObject([{ isShared: true }]);
  });

  test('is not carried over to the session of a new sign-in', async () => {
    const { add, sessions, topic } = setUp(() => response({ success: true }));
    await add('ada');
    const sharing = sessions.share('a1', 'c', async (session) => {
      await add('ada', 'c', fresh, { refreshToken: 'second' });
      await session.tokens();
    });
    expect(await reportOf(sharing)).toEqual({ code: 'signed-out' });
    expect(topic.get().value).toMatchObject([{ isShared: false }]);
  });

  test('goes with the session', async () => {
    const { add, sessions, topic } = setUp();
    await add('ada', 'c', live);
    await sessions.share('a1', 'c', async () => undefined);
    await sessions.signOut('a1');
    await add('ada');
    expect(topic.get().value).toMatchObject([{ isShared: false }]);
  });
});

test.each([
  ['an account that is not there', 'gone', 'c'],
  ['an account of another connection', 'a1', 'other'],
])('%s hands nothing over', async (_what, accountId, connectionId) => {
  const { add, sessions } = setUp();
  await add('ada');
  let isCalled = false;
  const sharing = sessions.share(accountId, connectionId, async () => {
    isCalled = true;
  });
  expect([await reportOf(sharing), isCalled]).toEqual([{ code: 'unknown-account' }, false]);
});

test('a mark that cannot be written keeps the token here', async () => {
  const { add, sessions, file } = setUp();
  await add('ada');
  let isCalled = false;
  file.update = () => Promise.reject(fail('profile-not-writable'));
  const sharing = sessions.share('a1', 'c', async () => {
    isCalled = true;
  });
  expect([await reportOf(sharing), isCalled]).toEqual([{ code: 'profile-not-writable' }, false]);
});
