import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { type SceneOptions, serviceOf, signedInAnswer, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { knownError, reportOf, response } from '#tests/support/main/test-ports.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import type { TransportRequest } from '../ports/ports';
import { upgradeAnonymous } from './upgrade';

const email = 'ada@x.io';
const password = 'correct horse';
const anonymousUser = {
  ...sampleUser,
  primary_email: null,
  display_name: 'Anonymous user',
  has_password: false,
  auth_with_email: false,
  is_anonymous: true,
};
const channelId = '5e8f5f6a-9a41-4e6f-93a1-0f4d3b9a8c11';

/** A service with one anonymous user that fails the calls named in `broken`, each once. */
async function setUp(broken: readonly string[] = [], options: SceneOptions = {}) {
  const state = { channel: null as Record<string, unknown> | null, password: null as string | null };
  const failing = new Set(broken);
  const bodyOf = (request: TransportRequest): Record<string, string> => JSON.parse(request.body ?? '{}');
  const unless = (path: string, answer: (request: TransportRequest) => ReturnType<typeof response>) => (request: TransportRequest) => {
    if (failing.delete(path)) throw fail('connection-lost');
    return answer(request);
  };
  const success = response({ success: true });
  const scene = signInScene(
    serviceOf({
      'GET /contact-channels': unless('list', () => response({ items: state.channel ? [state.channel] : [], is_paginated: false })),
      'POST /contact-channels': unless('create', (request) => {
        state.channel = { ...bodyOf(request), id: channelId, user_id: sampleUser.id, is_verified: false };
        return response(state.channel, { status: 201 });
      }),
      '/send-verification-code': unless('verify', () => success),
      '/password/set': unless('set', (request) => {
        state.password = bodyOf(request).password ?? null;
        return success;
      }),
      '/password/update': (request) =>
        bodyOf(request).old_password === state.password ? success : knownError('PASSWORD_CONFIRMATION_MISMATCH', 400),
      '/password/sign-up': (request) => {
        if (state.channel !== null || failing.has('taken')) return knownError('USER_EMAIL_ALREADY_EXISTS', 409);
        state.channel = { value: email };
        state.password = bodyOf(request).password ?? null;
        if (failing.delete('sign-up')) throw fail('connection-lost');
        return response(signedInAnswer);
      },
      '/users/me': unless('me', () =>
        response({
          ...anonymousUser,
          primary_email: state.channel ? email : null,
          has_password: state.password !== null,
          auth_with_email: state.password !== null,
        }),
      ),
      [`PATCH /contact-channels/me/${channelId}`]: (request) => {
        state.channel = { ...state.channel, ...bodyOf(request) };
        return response(state.channel);
      },
    }),
    options,
  );
  const accountId = await scene.add();
  await scene.signInDeps.sessions.describe('c', anonymousUser);
  return {
    ...scene,
    state,
    accountId,
    upgrade: (typed = password) => upgradeAnonymous(scene.signInDeps, { accountId, email, password: typed }),
  };
}

const done = {
  step: 'signed-in',
  accountId: 'a1',
  user: expect.objectContaining({ primary_email: email }),
  isNewUser: false,
  upgraded: true,
  goTo: null,
};

describe('a service that keeps anonymous users separate', () => {
  test('adds an email address and a password to the user', async () => {
    const { upgrade, state, accounts, asked } = await setUp();
    expect(await upgrade()).toEqual(done);
    expect(state).toMatchObject({ password, channel: { value: email, used_for_auth: true, is_primary: true } });
    expect(accounts()).toMatchObject([{ id: 'a1', state: 'signed-in', primaryEmail: email }]);
    expect(asked().filter((text) => text.includes('sign-up'))).toEqual([]);
  });

  test.each(['list', 'create', 'me', 'set'])('continues after a failure at "%s"', async (broken) => {
    const { upgrade, state, accounts, asked } = await setUp([broken]);
    // The sender itself retries safe requests.
    const first = await upgrade().catch((thrown: unknown) => thrown);
    if (broken === 'create' || broken === 'set') expect(first).toMatchObject({ code: 'connection-lost' });
    expect(accounts()).toHaveLength(1);
    if (accounts()[0]?.state === 'anonymous') expect(await upgrade()).toEqual(done);
    expect(state).toMatchObject({ password, channel: { value: email, used_for_auth: true } });
    expect(asked().filter((text) => text.startsWith('POST /contact-channels {'))).toHaveLength(broken === 'create' ? 2 : 1);
  });

  test('notifies every window of each write, also of one whose response was lost', async () => {
    const { upgrade, writes } = await setUp(['set']);
    await upgrade().catch(() => undefined);
    expect(writes.map(({ endpoint, connectionId }) => [endpoint, connectionId])).toEqual([
      ['contactChannels.create', 'c'],
      ['auth.setPassword', 'c'],
    ]);
  });

  test('ignores a verification email that can’t be sent', async () => {
    const { upgrade } = await setUp(['verify']);
    expect(await upgrade()).toEqual(done);
  });

  test('uses an existing email address that isn’t used for sign-in', async () => {
    const { upgrade, state } = await setUp();
    state.channel = {
      id: channelId,
      user_id: sampleUser.id,
      type: 'email',
      value: email,
      is_primary: false,
      is_verified: false,
      used_for_auth: false,
    };
    expect(await upgrade()).toEqual(done);
    expect(state.channel).toMatchObject({ is_primary: true, used_for_auth: true });
  });

  test('finds an email address with capitals that an earlier attempt left in lower case', async () => {
    const { signInDeps, accountId, state, asked } = await setUp([], { features: ['lower-case-emails'] });
    const usage = { is_primary: true, is_verified: false, used_for_auth: true };
    state.channel = { id: channelId, user_id: sampleUser.id, type: 'email', value: email, ...usage };
    expect(await upgradeAnonymous(signInDeps, { accountId, email: 'Ada@X.io', password })).toEqual(done);
    expect(asked().filter((text) => text.startsWith('POST /contact-channels'))).toEqual([]);
  });

  test('adds no email address while one of those that are there can’t be read', async () => {
    const { upgrade, state, asked } = await setUp();
    state.channel = { id: channelId, user_id: sampleUser.id, type: 'email', value: email, is_primary: 'yes', is_verified: false };
    expect(await reportOf(upgrade())).toEqual({ code: 'bad-response', path: expect.stringMatching(/^items\.0\./) });
    expect(asked().filter((text) => text.startsWith('POST /contact-channels'))).toEqual([]);
  });

  test('requires the same password after an attempt without a response', async () => {
    const { upgrade, state } = await setUp();
    state.password = password;
    expect(await reportOf(upgrade('another password'))).toMatchObject({ known: 'PASSWORD_CONFIRMATION_MISMATCH' });
    expect(await upgrade()).toEqual(done);
  });
});

test('makes one sign-up call with the user’s token if that keeps the user', async () => {
  const { upgrade, transport, accounts, writes } = await setUp([], { features: ['anonymous-opt-in'] });
  expect(await upgrade()).toEqual({ ...done, user: expect.any(Object) });
  const [request] = transport.requests;
  expect(request?.url).toBe('http://x.test/api/v1/auth/password/sign-up');
  expect(request?.headers['x-stack-access-token']).toBe(signedInAnswer.access_token);
  expect(accounts().map(({ id, userId }) => [id, userId])).toEqual([['a1', sampleUser.id]]);
  expect(writes).toEqual([{ endpoint: 'contactChannels.create', connectionId: 'c' }]);
});

describe('a sign-up that keeps the user', () => {
  const features = ['anonymous-opt-in'] as const;

  test.each([
    ['whose response was lost', true],
    ['that an earlier attempt has made', false],
  ])('%s counts as made', async (_what, isLost) => {
    const { upgrade, state, accounts } = await setUp(isLost ? ['sign-up'] : [], { features });
    if (!isLost) Object.assign(state, { channel: { value: email }, password });
    expect(await upgrade()).toEqual(done);
    expect(accounts()).toMatchObject([{ id: 'a1', state: 'signed-in', primaryEmail: email }]);
  });

  test('that an earlier attempt has made requires the same password', async () => {
    const { upgrade, state } = await setUp([], { features });
    Object.assign(state, { channel: { value: email }, password });
    expect(await reportOf(upgrade('another password'))).toMatchObject({ known: 'PASSWORD_CONFIRMATION_MISMATCH' });
  });

  test('is refused for another user’s email address', async () => {
    const { upgrade, accounts } = await setUp(['taken'], { features });
    expect(await reportOf(upgrade())).toMatchObject({ known: 'USER_EMAIL_ALREADY_EXISTS' });
    expect(accounts()).toMatchObject([{ id: 'a1', state: 'anonymous' }]);
  });
});

describe('is refused before anything is sent', () => {
  test.each(['', '1234567', 'x'.repeat(71), '🔒'.repeat(18)])('for the password %j', async (typed) => {
    const { upgrade, asked } = await setUp();
    expect(await reportOf(upgrade(typed))).toEqual({ code: 'bad-input', path: 'password' });
    expect(asked()).toEqual([]);
  });

  test('for a user who isn’t anonymous, and for an unknown account', async () => {
    const { upgrade, signInDeps, asked } = await setUp();
    await signInDeps.sessions.describe('c', sampleUser);
    expect(await reportOf(upgrade())).toEqual({ code: 'bad-input', path: 'accountId' });
    expect(await reportOf(upgradeAnonymous(signInDeps, { accountId: 'gone', email, password }))).toEqual({ code: 'unknown-account' });
    expect(asked()).toEqual([]);
  });

  test('on a read-only connection', async () => {
    const { upgrade, asked } = await setUp([], { isReadOnly: true });
    expect(await reportOf(upgrade())).toEqual({ code: 'read-only-connection' });
    expect(asked()).toEqual([]);
  });
});
