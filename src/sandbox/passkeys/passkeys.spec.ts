import { describe, expect, it } from 'vitest';
import { creationOptions, requestOptions } from '#contract/service/passkeys.ts';
import { challengeOf, failedUnexpectedly, local, passkeyScene, refused } from '../testing/passkey-scene';
import { createSoftwareAuthenticator } from '../testing/software-authenticator';

const scene = passkeyScene();
const { initiate, register, signIn, submit, submitSignIn } = scene;

describe('registration options', () => {
  it('returns creation options exactly like the service', async () => {
    const { status, json } = await initiate('registration', scene.token);
    expect(status).toBe(200);
    expect(json).toEqual({
      code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/),
      options_json: {
        rp: { name: 'Analytical Engines', id: 'THIS_VALUE_WILL_BE_REPLACED.example.com' },
        user: { id: Buffer.from(scene.userId).toString('base64url'), name: 'Ada Lovelace', displayName: 'Ada Lovelace' },
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
    const nameOf = async () => creationOptions.parse((await initiate('registration', scene.token)).json.options_json).user.displayName;
    await scene.test.call('server', 'PATCH', `/users/${scene.userId}`, { display_name: null });
    expect(await nameOf()).toBe('ada@analytical.example');
    await scene.test.call('server', 'PATCH', `/users/${scene.userId}`, { password: null });
    await scene.test.call('server', 'PATCH', `/users/${scene.userId}`, { primary_email: null });
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
    expect((await scene.test.call('client', 'POST', path, { anything: [1] }, scene.token)).status).toBe(200);
    expect((await scene.test.raw('POST', path, scene.test.headers('client', scene.token))).status).toBe(200);
  });
});

describe('a passkey', () => {
  it('signs in the user who registered it', async () => {
    const registered = await register();
    expect([registered.status, registered.json]).toEqual([200, { user_handle: scene.authenticator.credentialId }]);
    const me = await scene.test.call('client', 'GET', '/users/me', undefined, scene.token);
    expect(me.json.passkey_auth_enabled).toBe(true);
    for (const _time of [1, 2]) {
      const answer = await signIn();
      expect([answer.status, answer.json]).toEqual([
        200,
        { access_token: expect.any(String), refresh_token: expect.any(String), user_id: scene.userId, is_new_user: false },
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
    const early = scene.authenticator.get({ challenge: challengeOf(started), origin: local });
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
    await scene.test.call('client', 'PATCH', '/users/me', { totp_secret_base64: 'QW5hbHl0aWNhbEVuZ2luZTE=' }, scene.token);
    const answer = await signIn();
    expect([answer.status, answer.json.code]).toEqual([400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED']);
    expect(answer.details.attempt_code).toHaveLength(45);
  });

  it('is unknown in other projects and for users without one', async () => {
    expect((await signIn()).json).toEqual(refused('Passkey not found'));
    const started = await initiate('authentication');
    const response = { ...scene.authenticator.get({ challenge: challengeOf(started), origin: local }), id: 'c2VlZGVkLXBhc3NrZXk' };
    expect((await submitSignIn(started.json.code, response)).json).toEqual(refused('Passkey not found'));
  });

  it('is rejected with a wrong signature', async () => {
    await register();
    expect((await signIn({ forged: true })).json).toEqual(
      refused('The signature of the authentication response could not be verified with the stored public key tied to this credential ID'),
    );
  });
});

describe('a project without passkeys', () => {
  it('responds to all four requests with the same error', async () => {
    await register();
    const registration = await initiate('registration', scene.token);
    const authentication = await initiate('authentication');
    scene.test.configure({ passkey_enabled: false });
    const answers = [
      await initiate('registration', scene.token),
      await initiate('authentication'),
      await submit(registration.json.code, scene.authenticator.create({ challenge: challengeOf(registration), origin: local })),
      await submitSignIn(authentication.json.code, scene.authenticator.get({ challenge: challengeOf(authentication), origin: local })),
    ];
    for (const { status, json } of answers) expect([status, json.code]).toEqual([400, 'PASSKEY_AUTHENTICATION_NOT_ENABLED']);
  });
});
