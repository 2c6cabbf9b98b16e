/** Registering passkeys and signing in with them, by a software authenticator, in a sandbox that is new for each test. */
import { beforeEach, expect } from 'vitest';
import { creationOptions } from '#contract/service/passkeys.ts';
import { type Assertion, type Attestation, type Authenticator, createSoftwareAuthenticator } from './software-authenticator';
import { createTestSandbox, type TestResponse, type TestSandbox } from './test-sandbox';

/** The origin of ceremonies that name none. */
export const local = 'http://localhost:8103';

export const challengeOf = (answer: TestResponse) => creationOptions.pick({ challenge: true }).parse(answer.json.options_json).challenge;

/** Returns what the service responds when it refuses a passkey. */
export const refused = (message: string) => ({ code: 'PASSKEY_AUTHENTICATION_FAILED', error: message });

/** Creates the scene before each test of the file or the group, by default on 2.8.4. */
export function passkeyScene(release = '2.8.4') {
  let test: TestSandbox;
  let token = '';
  let userId = '';
  let authenticator: Authenticator;
  beforeEach(async () => {
    test = await createTestSandbox({ release });
    ({ access_token: token, user_id: userId } = await test.signIn());
    authenticator = createSoftwareAuthenticator();
  });
  const initiate = (what: 'registration' | 'authentication', user?: string) =>
    test.call('client', 'POST', `/auth/passkey/initiate-passkey-${what}`, {}, user);
  const submit = (code: unknown, credential: unknown, user: string | undefined = token) =>
    test.call('client', 'POST', '/auth/passkey/register', { code, credential }, user);
  const submitSignIn = (code: unknown, authentication_response: unknown) =>
    test.call('client', 'POST', '/auth/passkey/sign-in', { code, authentication_response });
  return {
    get test() {
      return test;
    },
    get token() {
      return token;
    },
    get userId() {
      return userId;
    },
    get authenticator() {
      return authenticator;
    },
    initiate,
    submit,
    submitSignIn,
    async register(ceremony: Partial<Attestation> = {}, device = authenticator): Promise<TestResponse> {
      const started = await initiate('registration', token);
      return submit(started.json.code, device.create({ challenge: challengeOf(started), origin: local, ...ceremony }));
    },
    async signIn(ceremony: Partial<Assertion> = {}, device = authenticator): Promise<TestResponse> {
      const started = await initiate('authentication');
      return submitSignIn(started.json.code, device.get({ challenge: challengeOf(started), origin: local, ...ceremony }));
    },
  };
}

/** Expects the response of a service with an unexpected failure. */
export function failedUnexpectedly(answer: TestResponse): void {
  expect([answer.status, answer.headers.has('x-stack-known-error')]).toEqual([500, false]);
  expect(answer.text).toMatch(/^Something went wrong\. Please make sure the data you entered is correct\.\n\nRequest ID: \w{16}$/);
}
