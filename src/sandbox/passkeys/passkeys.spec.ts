import { beforeEach, describe, expect, it } from 'vitest';
import { creationOptions, requestOptions } from '../../contract/service/passkeys';
import { type Assertion, type Attestation, type Authenticator, createSoftwareAuthenticator } from '../testing/software-authenticator';
import { createTestSandbox, type TestResponse, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let token: string;
let userId: string;
let authenticator: Authenticator;
beforeEach(async () => {
  test = await createTestSandbox();
  const signedIn = await test.signIn();
  token = signedIn.access_token;
  userId = signedIn.user_id;
  authenticator = createSoftwareAuthenticator();
});

const local = 'http://localhost:8103';
const trusted = 'https://app.analytical.example';
const initiate = (what: 'registration' | 'authentication', user?: string) =>
  test.call('client', 'POST', `/auth/passkey/initiate-passkey-${what}`, {}, user);
const challengeOf = (answer: TestResponse) => creationOptions.pick({ challenge: true }).parse(answer.json.options_json).challenge;
const submit = (code: unknown, credential: unknown, user: string | undefined = token) =>
  test.call('client', 'POST', '/auth/passkey/register', { code, credential }, user);
const submitSignIn = (code: unknown, authentication_response: unknown) =>
  test.call('client', 'POST', '/auth/passkey/sign-in', { code, authentication_response });

async function register(ceremony: Partial<Attestation> = {}, device = authenticator): Promise<TestResponse> {
  const started = await initiate('registration', token);
  return submit(started.json.code, device.create({ challenge: challengeOf(started), origin: local, ...ceremony }));
}

async function signIn(ceremony: Partial<Assertion> = {}, device = authenticator): Promise<TestResponse> {
  const started = await initiate('authentication');
  return submitSignIn(started.json.code, device.get({ challenge: challengeOf(started), origin: local, ...ceremony }));
}

const refused = (message: string) => ({ code: 'PASSKEY_AUTHENTICATION_FAILED', error: message });
const failedUnexpectedly = (answer: TestResponse) => {
  expect([answer.status, answer.headers.has('x-stack-known-error')]).toEqual([500, false]);
  expect(answer.text).toMatch(/^Something went wrong\. Please make sure the data you entered is correct\.\n\nRequest ID: \w{16}$/);
};

describe('registration options', () => {
  it('returns creation options exactly like the service', async () => {
    const { status, json } = await initiate('registration', token);
    expect(status).toBe(200);
    expect(json).toEqual({
      code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/),
      options_json: {
        rp: { name: 'Analytical Engines', id: 'THIS_VALUE_WILL_BE_REPLACED.example.com' },
        user: { id: Buffer.from(userId).toString('base64url'), name: 'Ada Lovelace', displayName: 'Ada Lovelace' },
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        pubKeyCredParams: [
          { alg: -8, type: 'public-key' },
          { alg: -7, type: 'public-key' },
          { alg: -257, type: 'public-key' },
        ],
        timeout: 60_000,
        attestation: 'none',
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred', requireResidentKey: true },
        extensions: { credProps: true },
      },
    });
    expect(creationOptions.strict().safeParse(json.options_json).success).toBe(true);
  });

  it('names the user by name, email or a placeholder', async () => {
    const nameOf = async () => creationOptions.parse((await initiate('registration', token)).json.options_json).user.displayName;
    await test.call('server', 'PATCH', `/users/${userId}`, { display_name: null });
    expect(await nameOf()).toBe('ada@analytical.example');
    await test.call('server', 'PATCH', `/users/${userId}`, { password: null });
    await test.call('server', 'PATCH', `/users/${userId}`, { primary_email: null });
    expect(await nameOf()).toBe('Stack Auth User');
  });

  it('requires a user', async () => {
    const error = 'Request validation failed on POST /api/v1/auth/passkey/initiate-passkey-registration:\n  - auth.user must be defined';
    expect((await initiate('registration')).json).toEqual({ code: 'SCHEMA_ERROR', details: { message: error }, error });
  });
});

describe('sign-in options', () => {
  it('returns request options exactly like the service', async () => {
    const { status, json } = await initiate('authentication');
    expect(status).toBe(200);
    expect(json).toEqual({
      code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/),
      options_json: {
        rpId: 'THIS_VALUE_WILL_BE_REPLACED.example.com',
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        allowCredentials: [],
        timeout: 60_000,
        userVerification: 'preferred',
      },
    });
    expect(requestOptions.strict().safeParse(json.options_json).success).toBe(true);
  });

  it.each(['registration', 'authentication'] as const)('%s ignores the body', async (what) => {
    const path = `/auth/passkey/initiate-passkey-${what}`;
    expect((await test.call('client', 'POST', path, { anything: [1] }, token)).status).toBe(200);
    expect((await test.raw('POST', path, test.headers('client', token))).status).toBe(200);
  });
});

describe('a passkey', () => {
  it('signs in the user who registered it', async () => {
    const registered = await register();
    expect([registered.status, registered.json]).toEqual([200, { user_handle: authenticator.credentialId }]);
    const me = await test.call('client', 'GET', '/users/me', undefined, token);
    expect(me.json.passkey_auth_enabled).toBe(true);
    for (const _time of [1, 2]) {
      const answer = await signIn();
      expect([answer.status, answer.json]).toEqual([
        200,
        { access_token: expect.any(String), refresh_token: expect.any(String), user_id: userId, is_new_user: false },
      ]);
    }
  });

  it('is replaced by a new registration', async () => {
    await register();
    const second = createSoftwareAuthenticator();
    await register({}, second);
    expect((await signIn()).json).toEqual(refused('Passkey not found'));
    expect((await signIn({}, second)).status).toBe(200);
  });

  it('doesn’t have to count signatures, but a counter must not decrease', async () => {
    const device = createSoftwareAuthenticator({ counts: false });
    await register({}, device);
    for (const _time of [1, 2]) expect((await signIn({}, device)).status).toBe(200);

    const started = await initiate('authentication');
    const early = authenticator.get({ challenge: challengeOf(started), origin: local });
    await register();
    failedUnexpectedly(await submitSignIn(started.json.code, early));
  });

  it('can have a valid self attestation', async () => {
    expect((await register({ selfAttested: 'right' })).status).toBe(200);
    const wrong = await register({ selfAttested: 'wrong' });
    expect([wrong.status, wrong.json]).toEqual([
      400,
      {
        code: 'PASSKEY_REGISTRATION_FAILED',
        error: 'Passkey registration failed because the verification response is invalid',
      },
    ]);
  });

  it('requires two-factor authentication', async () => {
    await register();
    await test.call('client', 'PATCH', '/users/me', { totp_secret_base64: 'QW5hbHl0aWNhbEVuZ2luZTE=' }, token);
    const answer = await signIn();
    expect([answer.status, answer.json.code]).toEqual([400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED']);
    expect(answer.details.attempt_code).toHaveLength(45);
  });

  it('is unknown in other projects and for users without one', async () => {
    expect((await signIn()).json).toEqual(refused('Passkey not found'));
    const started = await initiate('authentication');
    const response = { ...authenticator.get({ challenge: challengeOf(started), origin: local }), id: 'c2VlZGVkLXBhc3NrZXk' };
    expect((await submitSignIn(started.json.code, response)).json).toEqual(refused('Passkey not found'));
  });

  it('is rejected with a wrong signature', async () => {
    await register();
    expect((await signIn({ forged: true })).json).toEqual(
      refused('The signature of the authentication response could not be verified with the stored public key tied to this credential ID'),
    );
  });
});

const origins: readonly [origin: string, allowLocalhost: boolean, outcome: 'accepted' | 'localhost' | 'origin'][] = [
  [local, true, 'accepted'],
  ['https://localhost', true, 'accepted'],
  ['app://localhost', true, 'accepted'],
  [local, false, 'localhost'],
  ['https://localhost', false, 'localhost'],
  [trusted, true, 'accepted'],
  [trusted, false, 'accepted'],
  ['https://app.analytical.example:443', true, 'accepted'],
  ['http://app.analytical.example', true, 'origin'],
  ['https://app.analytical.example:8443', true, 'origin'],
  ['https://sub.app.analytical.example', true, 'origin'],
  ['https://app.analytical.example.evil.example', true, 'origin'],
  ['http://127.0.0.1:8103', true, 'origin'],
  ['http://app.localhost:8103', true, 'origin'],
  ['file:///index.html', true, 'origin'],
  ['app://bundle', true, 'origin'],
  ['', true, 'origin'],
  ['null', true, 'origin'],
];

describe.each(origins)('the origin %j with allow_localhost %s', (origin, allow_localhost, outcome) => {
  const rpId = URL.canParse(origin) ? new URL(origin).hostname : 'nowhere';

  it(`is ${outcome} when registering`, async () => {
    test.configure({ allow_localhost });
    const answer = await register({ origin, rpId });
    if (outcome === 'accepted') expect(answer.status).toBe(200);
    else expect([answer.status, answer.json]).toEqual([400, refused(`Passkey registration failed because ${texts[outcome]}`)]);
  });

  it(`is ${outcome} when signing in`, async () => {
    await register();
    test.configure({ allow_localhost });
    const answer = await signIn({ origin, rpId });
    if (outcome === 'accepted') expect(answer.status).toBe(200);
    else expect([answer.status, answer.json]).toEqual([400, refused(`Passkey authentication failed because ${texts[outcome]}`)]);
  });
});

const texts = { localhost: 'localhost is not allowed', origin: 'the origin is not allowed' };

describe('trusted domains', () => {
  it.each(['https://app.analytical.example/', 'https://app.analytical.example/path', 'https://APP.analytical.example'])(
    'never match when written %s',
    async (domain) => {
      test.configure({ domains: [{ domain, handler_path: '/handler' }] });
      expect((await register({ origin: trusted })).json).toEqual(refused('Passkey registration failed because the origin is not allowed'));
    },
  );
});

describe('input that the library rejects', () => {
  it.each<[string, Partial<Attestation>]>([
    ['another challenge', { challenge: 'TU9DSw' }],
    ['another relying party', { rpId: 'app.analytical.example' }],
    ['the type of the other ceremony', { type: 'webauthn.get' }],
  ])('fails unexpectedly when registering with %s', async (_what, ceremony) => {
    failedUnexpectedly(await register(ceremony));
    expect(test.faults).toHaveLength(1);
  });

  it.each<[string, Partial<Assertion>]>([
    ['another challenge', { challenge: 'TU9DSw' }],
    ['another relying party', { rpId: 'app.analytical.example' }],
    ['the type of the other ceremony', { type: 'webauthn.create' }],
  ])('fails unexpectedly when signing in with %s', async (_what, ceremony) => {
    await register();
    failedUnexpectedly(await signIn(ceremony));
  });

  it.each([
    'text',
    7,
    [],
    {},
    { id: 'x', rawId: 'x', type: 'public-key', response: {} },
    { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '!' } },
    { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'bnVsbA' } },
  ])('fails unexpectedly for a credential like %j', async (credential) => {
    const started = await initiate('registration', token);
    failedUnexpectedly(await submit(started.json.code, credential));
    expect((await submit(started.json.code, credential)).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
  });

  it('fails unexpectedly without a user', async () => {
    const started = await initiate('registration', token);
    const credential = authenticator.create({ challenge: challengeOf(started), origin: local });
    failedUnexpectedly(await test.call('client', 'POST', '/auth/passkey/register', { code: started.json.code, credential }));
  });
});

describe('the code', () => {
  it('expires after 65 seconds', async () => {
    for (const [millis, status] of [
      [64_999, 200],
      [65_000, 410],
    ] as const) {
      const started = await initiate('registration', token);
      test.clock.advance(millis);
      const answer = await submit(
        started.json.code,
        createSoftwareAuthenticator().create({ challenge: challengeOf(started), origin: local }),
      );
      if (status === 200) expect(answer.status).toBe(200);
      else expect(answer.json.code).toBe('VERIFICATION_CODE_EXPIRED');
    }
  });

  it('is used up by any attempt that reaches it', async () => {
    await register();
    const started = await initiate('authentication');
    const challenge = challengeOf(started);
    expect((await submitSignIn(started.json.code, authenticator.get({ challenge, origin: 'http://evil.example' }))).json.code).toBe(
      'PASSKEY_AUTHENTICATION_FAILED',
    );
    const again = await submitSignIn(started.json.code, authenticator.get({ challenge, origin: local }));
    expect([again.status, again.json.code]).toEqual([409, 'VERIFICATION_CODE_ALREADY_USED']);
  });

  it('is for one ceremony', async () => {
    await register();
    const started = await initiate('registration', token);
    const assertion = authenticator.get({ challenge: challengeOf(started), origin: local });
    expect((await submitSignIn(started.json.code, assertion)).json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
  });

  it.each([
    [{ credential: {} }, 'body.code must be defined'],
    [{ code: 'x', credential: {} }, 'body.code must be exactly 45 characters'],
    [{ code: 'x'.repeat(45) }, 'body.credential must be defined'],
    [{ code: 'x'.repeat(45), credential: null }, 'body.credential cannot be null'],
    [{ code: 'x'.repeat(45), credential: {}, more: 1 }, 'body contains unknown properties: more'],
  ])('is validated together with the credential: %j', async (body, line) => {
    const { json } = await test.call('client', 'POST', '/auth/passkey/register', body, token);
    expect(json.error).toBe(`Request validation failed on POST /api/v1/auth/passkey/register:\n  - ${line}`);
  });
});

describe('a project without passkeys', () => {
  it('responds to all four requests with the same error', async () => {
    await register();
    const registration = await initiate('registration', token);
    const authentication = await initiate('authentication');
    test.configure({ passkey_enabled: false });
    const answers = [
      await initiate('registration', token),
      await initiate('authentication'),
      await submit(registration.json.code, authenticator.create({ challenge: challengeOf(registration), origin: local })),
      await submitSignIn(authentication.json.code, authenticator.get({ challenge: challengeOf(authentication), origin: local })),
    ];
    for (const { status, json } of answers) expect([status, json.code]).toEqual([400, 'PASSKEY_AUTHENTICATION_NOT_ENABLED']);
  });
});
