import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createFakeClock, type FakeClock, someDay, until } from '#tests/support/fake-clock.ts';
import { signInScene } from '#tests/support/main/sign-in-scene.ts';
import { type Answer, accessToken, knownError, refreshed, reportOf, response } from '#tests/support/main/test-ports.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { createPasswordSignIn } from './password';

const userId = sampleUser.id;
const user = { ...sampleUser, primary_email: 'ada@x.io' };
const signedIn = { access_token: accessToken(someDay + 600_000), refresh_token: 'refresh-1', user_id: userId };
const credentials = { connectionId: 'c', windowId: 'w', email: 'ada@x.io', password: 'correct horse' };

const service =
  (own: Answer, me: Answer = () => response(user)): Answer =>
  (request, number) =>
    (request.url.endsWith('/users/me') ? me : own)(request, number);

function setUp(answer: Answer, clock?: FakeClock) {
  const { signInDeps, ...scene } = signInScene(answer, clock ? { clock } : {});
  return { ...scene, password: createPasswordSignIn(signInDeps) };
}

describe('signing in', () => {
  test('creates a named account, and returns no token', async () => {
    const { password, accounts, transport } = setUp(service(() => response({ ...signedIn, is_new_user: false })));
    expect(await password.signIn(credentials)).toEqual({
      step: 'signed-in',
      accountId: 'a1',
      user: expect.objectContaining({ display_name: 'Ada' }),
      isNewUser: false,
      upgraded: false,
      goTo: null,
    });
    expect(accounts()).toEqual([
      {
        id: 'a1',
        connectionId: 'c',
        userId,
        displayName: 'Ada',
        primaryEmail: 'ada@x.io',
        state: 'signed-in',
        current: true,
        isShared: false,
      },
    ]);
    expect(transport.requests[0]).toMatchObject({
      method: 'POST',
      url: 'http://x.test/api/v1/auth/password/sign-in',
      body: '{"email":"ada@x.io","password":"correct horse"}',
      headers: { 'x-stack-access-type': 'client', 'x-stack-publishable-client-key': 'pck' },
    });
    expect(Object.keys(transport.requests[0]?.headers ?? {})).not.toContain('x-stack-access-token');
  });

  test('needs no refresh when the machine’s clock is wrong', async () => {
    const clock = createFakeClock({ hasteUpTo: 60_000, start: someDay + 86_400_000 });
    const date = new Date(someDay).toUTCString();
    const { password, transport } = setUp(
      service(() => response(signedIn, { headers: { date } })),
      clock,
    );
    await password.signIn(credentials);
    expect(transport.requests.map(({ url }) => url.slice(url.lastIndexOf('/')))).toEqual(['/sign-in', '/me']);
  });

  test.each<{ what: string; me: Answer }>([
    {
      what: 'is not answered',
      me: () => {
        throw fail('connection-lost');
      },
    },
    { what: 'fails', me: () => response('x', { status: 500 }) },
    { what: 'is answered nonsense', me: () => response({}) },
  ])('succeeds when the request for the name $what', async ({ me }) => {
    const { password, accounts } = setUp(service(() => response(signedIn), me));
    expect(await password.signIn(credentials)).toEqual({
      step: 'signed-in',
      accountId: 'a1',
      user: null,
      isNewUser: false,
      upgraded: false,
      goTo: null,
    });
    expect(accounts()).toMatchObject([{ id: 'a1', displayName: null, state: 'signed-in', current: true }]);
  });

  test('requests the name while the tokens are stored, and again with a new token when the first is rejected', async () => {
    const stale = signedIn.access_token;
    const fresh = accessToken(someDay + 1_200_000);
    const { password, secrets, transport, accounts } = setUp(
      service(
        ({ url }) => (url.endsWith('/token') ? refreshed(fresh) : response(signedIn)),
        ({ headers }) => (headers['x-stack-access-token'] === stale ? knownError('ACCESS_TOKEN_EXPIRED', 401) : response(user)),
      ),
    );
    const asked = () => transport.requests.map(({ url }) => url.slice(url.lastIndexOf('/')));
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { set } = secrets;
    Object.assign(secrets, { set: (...item: Parameters<typeof set>) => held.then(() => set(...item)) });
    const signingIn = password.signIn(credentials);
    await until(() => asked().includes('/me'));
    expect([asked(), accounts()]).toEqual([['/sign-in', '/me'], []]);
    release();
    expect(await signingIn).toMatchObject({ step: 'signed-in', user: { display_name: 'Ada' } });
    expect([asked(), accounts()]).toMatchObject([['/sign-in', '/me', '/token', '/me'], [{ displayName: 'Ada', state: 'signed-in' }]]);
  });

  test('fails when the session ends immediately', async () => {
    const { password, accounts } = setUp(
      service(
        ({ url }) => (url.endsWith('/token') ? knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401) : response(signedIn)),
        () => knownError('ACCESS_TOKEN_EXPIRED', 401),
      ),
    );
    expect(await reportOf(password.signIn(credentials))).toEqual({ code: 'session-ended' });
    expect(accounts()).toMatchObject([{ state: 'invalid' }]);
  });

  test('requires two-factor authentication without exposing the attempt code', async () => {
    const attempt = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
    const { password, accounts } = setUp(() => knownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', 400, { attempt_code: attempt }));
    const step = await password.signIn(credentials);
    expect(step).toEqual({ step: 'totp', flowId: 'flow1', until: someDay + 300_000 });
    expect(accounts()).toEqual([]);
  });

  test.each([undefined, null, {}, { attempt_code: '' }, { attempt_code: 'x'.repeat(44) }, { attempt_code: 45 }, 'x'.repeat(45)])(
    'rejects a two-factor error without an attempt code: %j',
    async (details) => {
      const { password } = setUp(() => knownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', 400, details));
      expect(await reportOf(password.signIn(credentials))).toEqual({ code: 'bad-response', path: 'details.attempt_code' });
    },
  );

  test('removes the details of any other failure', async () => {
    const { password } = setUp(() => knownError('EMAIL_PASSWORD_MISMATCH', 400, { attempt_code: 'some secret' }));
    expect(JSON.stringify(await reportOf(password.signIn(credentials)))).not.toContain('some secret');
  });

  test('redacts a password that the service repeats', async () => {
    const { password } = setUp(({ body }) => response(`Cannot handle ${body}`, { status: 500 }));
    expect(JSON.stringify(await reportOf(password.signIn(credentials)))).not.toContain('correct horse');
  });

  test.each([
    { answer: { ...signedIn, access_token: 'undefined' }, code: 'bad-token' },
    { answer: { ...signedIn, refresh_token: '' }, code: 'bad-token' },
    { answer: { ...signedIn, refresh_token: undefined }, code: 'bad-response' },
    { answer: { ...signedIn, user_id: 'ada' }, code: 'bad-response' },
    { answer: [], code: 'bad-response' },
  ])('an invalid response signs no user in: $code', async ({ answer, code }) => {
    const { password, accounts } = setUp(() => response(answer));
    expect(await reportOf(password.signIn(credentials))).toMatchObject({ code });
    expect(accounts()).toEqual([]);
  });

  test('is not retried after a network failure', async () => {
    const { password, transport } = setUp(() => {
      throw fail('connection-lost');
    });
    expect(await reportOf(password.signIn(credentials))).toEqual({ code: 'connection-lost' });
    expect(transport.requests).toHaveLength(1);
  });

  test('fails with `unknown-connection` for an unknown connection', async () => {
    const { password, transport } = setUp(() => response(signedIn));
    expect(await reportOf(password.signIn({ ...credentials, connectionId: 'x' }))).toEqual({ code: 'unknown-connection' });
    expect(transport.requests).toEqual([]);
  });
});

describe('signing up', () => {
  test('signs the new user in', async () => {
    const { password, transport } = setUp(service(() => response(signedIn)));
    expect(await password.signUp(credentials)).toEqual({
      step: 'signed-in',
      accountId: 'a1',
      user: expect.objectContaining({ display_name: 'Ada' }),
      isNewUser: true,
      upgraded: false,
      goTo: null,
    });
    const [request] = transport.requests;
    expect(request?.url).toBe('http://x.test/api/v1/auth/password/sign-up');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      email: 'ada@x.io',
      password: 'correct horse',
      verification_callback_url: 'http://localhost:47810/handler/email-verification?connection=c',
    });
  });

  test.each(['', '1234567', 'x'.repeat(71), 'ü'.repeat(36), '🔒'.repeat(18)])(
    'rejects a password that the service would reject, before anything is sent: "%s"',
    async (text) => {
      const { password, transport } = setUp(() => response(signedIn));
      expect(await reportOf(password.signUp({ ...credentials, password: text }))).toEqual({ code: 'bad-input', path: 'password' });
      expect(transport.requests).toEqual([]);
    },
  );

  test.each(['12345678', 'x'.repeat(70), 'ü'.repeat(35), '🔒🔒🔒🔒'])('sends any other: "%s"', async (text) => {
    const { password } = setUp(service(() => response(signedIn)));
    expect(await password.signUp({ ...credentials, password: text })).toMatchObject({ step: 'signed-in' });
  });

  test('fails with the service’s own error', async () => {
    const { password, accounts } = setUp(() => knownError('USER_EMAIL_ALREADY_EXISTS', 409, { email: 'ada@x.io' }));
    expect(await reportOf(password.signUp(credentials))).toMatchObject({ known: 'USER_EMAIL_ALREADY_EXISTS', status: 409 });
    expect(accounts()).toEqual([]);
  });
});

describe('a forgotten password', () => {
  const asked = { connectionId: 'c', windowId: 'w', email: 'ada@x.io' };
  const sent = () => response({ success: 'maybe, only if user with e-mail exists' });

  test('requests an email with the connection in its link, and another one after 30 seconds', async () => {
    const { password, clock, asked: requests } = setUp(sent, createFakeClock());
    const step = await password.forgot(asked);
    expect(step).toEqual({ step: 'mail-sent', flowId: 'flow1', email: 'ada@x.io', canResendAt: someDay + 30_000 });
    expect(await reportOf(password.resend('flow1', 'w'))).toEqual({ code: 'too-soon' });
    await clock.advance(30_000);
    expect(await password.resend('flow1', 'w')).toEqual({ ...step, canResendAt: someDay + 60_000 });
    expect(await reportOf(password.resend('flow1', 'w'))).toEqual({ code: 'too-soon' });
    expect(await reportOf(password.resend('flow1', 'x'))).toEqual({ code: 'flow-over' });
    const request =
      'POST /auth/password/send-reset-code {"email":"ada@x.io","callback_url":"http://localhost:47810/handler/password-reset?connection=c"}';
    expect(requests()).toEqual([request, request]);
  });

  test('starts no flow when the email can’t be sent', async () => {
    const { password } = setUp(() => knownError('PASSWORD_AUTHENTICATION_NOT_ENABLED', 400));
    expect(await reportOf(password.forgot(asked))).toMatchObject({ known: 'PASSWORD_AUTHENTICATION_NOT_ENABLED' });
    expect(await reportOf(password.resend('flow1', 'w'))).toEqual({ code: 'flow-over' });
  });
});

test('a read-only connection rejects sign-ups', async () => {
  const { signInDeps, asked } = signInScene(() => response(signedIn), { isReadOnly: true });
  expect(await reportOf(createPasswordSignIn(signInDeps).signUp(credentials))).toEqual({ code: 'read-only-connection' });
  expect(asked()).toEqual([]);
});
