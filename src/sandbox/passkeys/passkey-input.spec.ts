/** What is submitted after a ceremony: input that the service doesn’t accept, and its codes. */
import { describe, expect, it } from 'vitest';
import { challengeOf, failedUnexpectedly, local, passkeyScene } from '../testing/passkey-scene';
import { type Assertion, type Attestation, createSoftwareAuthenticator } from '../testing/software-authenticator';

const scene = passkeyScene();
const { initiate, register, signIn, submit, submitSignIn } = scene;

describe('input that the library rejects', () => {
  it.each<[string, Partial<Attestation>]>([
    ['another challenge', { challenge: 'TU9DSw' }],
    ['another relying party', { rpId: 'app.analytical.example' }],
    ['the type of the other ceremony', { type: 'webauthn.get' }],
  ])('fails unexpectedly when registering with %s', async (_what, ceremony) => {
    failedUnexpectedly(await register(ceremony));
    expect(scene.test.faults).toEqual([]);
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
    const started = await initiate('registration', scene.token);
    failedUnexpectedly(await submit(started.json.code, credential));
    expect((await submit(started.json.code, credential)).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
  });

  it('fails unexpectedly without a user', async () => {
    const started = await initiate('registration', scene.token);
    const credential = scene.authenticator.create({ challenge: challengeOf(started), origin: local });
    failedUnexpectedly(await scene.test.call('client', 'POST', '/auth/passkey/register', { code: started.json.code, credential }));
  });
});

describe('the code', () => {
  it('expires after 65 seconds', async () => {
    for (const [millis, status] of [
      [64_999, 200],
      [65_000, 410],
    ] as const) {
      const started = await initiate('registration', scene.token);
      scene.test.clock.advance(millis);
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
    expect((await submitSignIn(started.json.code, scene.authenticator.get({ challenge, origin: 'http://evil.example' }))).json.code).toBe(
      'PASSKEY_AUTHENTICATION_FAILED',
    );
    const again = await submitSignIn(started.json.code, scene.authenticator.get({ challenge, origin: local }));
    expect([again.status, again.json.code]).toEqual([409, 'VERIFICATION_CODE_ALREADY_USED']);
  });

  it('is for one ceremony', async () => {
    await register();
    const started = await initiate('registration', scene.token);
    const assertion = scene.authenticator.get({ challenge: challengeOf(started), origin: local });
    expect((await submitSignIn(started.json.code, assertion)).json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
  });

  it.each([
    [{ credential: {} }, 'body.code must be defined'],
    [{ code: 'x', credential: {} }, 'body.code must be exactly 45 characters'],
    [{ code: 'x'.repeat(45) }, 'body.credential must be defined'],
    [{ code: 'x'.repeat(45), credential: null }, 'body.credential cannot be null'],
    [{ code: 'x'.repeat(45), credential: {}, more: 1 }, 'body contains unknown properties: more'],
  ])('is validated together with the credential: %j', async (body, line) => {
    const { json } = await scene.test.call('client', 'POST', '/auth/passkey/register', body, scene.token);
    expect(json.error).toBe(`Request validation failed on POST /api/v1/auth/passkey/register:\n  - ${line}`);
  });
});
