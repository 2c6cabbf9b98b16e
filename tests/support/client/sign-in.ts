/** Every sign-in method in the service's own client library. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { demoPassword, demoTotpSecret } from '#sandbox/seed/seed-named-users.ts';
import { createSoftwareAuthenticator } from '#sandbox/testing/software-authenticator.ts';
import { totpAt } from '#sandbox/testing/test-sandbox.ts';
import { allow, createBrowser } from '../service/provider-browser';
import { type ClientScene, callback, fine, refusal } from './scene';

const { origin } = new URL(callback);
const state = 'outer-state';

/** Removes undefined fields, which the library's types don't allow to be left out. */
const asSent = (value: object) => JSON.parse(JSON.stringify(value));

/** Declares the tests. */
export function tourOfSignIn(getScene: () => ClientScene): void {
  describe('signing in', () => {
    test('by password: up, in, verify, change, reset, out', async () => {
      const { client } = getScene();
      const email = 'eve@stock.example';
      const session = getScene().session(await fine(client.signUpWithCredential(email, demoPassword, callback, getScene().session())));
      expect(await client.signUpWithCredential(email, demoPassword, callback, getScene().session())).toMatchObject({ status: 'error' });
      expect(await client.signInWithCredential(email, 'wrong-password', getScene().session())).toMatchObject({
        error: refusal('EMAIL_PASSWORD_MISMATCH'),
      });
      await fine(client.verifyEmail(await getScene().mailedCode(email)));
      expect(await client.verifyEmail('0'.repeat(45))).toMatchObject({ error: refusal('VERIFICATION_CODE_NOT_FOUND') });
      expect(await client.getClientUserByToken(session)).toMatchObject({ primary_email: email, primary_email_verified: true });
      expect(await client.sendVerificationEmail(email, callback, session)).toEqual(refusal('EMAIL_ALREADY_VERIFIED'));
      const next = { oldPassword: demoPassword, newPassword: 'Passw0rd-the-next' };
      expect(await client.updatePassword({ ...next, oldPassword: 'wrong-password' }, session)).toEqual(
        refusal('PASSWORD_CONFIRMATION_MISMATCH'),
      );
      expect(await client.updatePassword(next, session)).toBeUndefined();
      await fine(client.sendForgotPasswordEmail(email, callback));
      const code = await getScene().mailedCode(email);
      await fine(client.verifyPasswordResetCode(code));
      await fine(client.resetPassword({ code, password: demoPassword }));
      await client.signOut(await getScene().signIn(email, demoPassword));
    });

    test('by one-time code, with a password that is set later', async () => {
      const { client } = getScene();
      const email = 'otto@stock.example';
      expect(await fine(client.sendMagicLinkEmail(email, callback))).toEqual({ nonce: expect.stringMatching(/^\w{39}$/) });
      expect(await client.sendMagicLinkEmail(email, 'https://elsewhere.example')).toMatchObject({
        error: refusal('REDIRECT_URL_NOT_WHITELISTED'),
      });
      const tokens = await fine(client.signInWithMagicLink(await getScene().mailedCode(email)));
      expect(tokens.newUser).toBe(true);
      expect(await client.setPassword({ password: demoPassword }, getScene().session(tokens))).toBeUndefined();
      await getScene().signIn(email, demoPassword);
    });

    test('anonymously', async () => {
      const { client } = getScene();
      const tokens = await fine(client.signUpAnonymously(getScene().session()));
      expect(await client.getClientUserByToken(getScene().session(tokens))).toMatchObject({ is_anonymous: true, primary_email: null });
    });

    test('with two-factor authentication', async () => {
      const { client } = getScene();
      const { email } = await getScene().newUser('mfa');
      await client.updateClientUser({ totp_secret_base64: demoTotpSecret }, await getScene().signIn(email, demoPassword));
      const stopped = await client.signInWithCredential(email, demoPassword, getScene().session()).catch((error) => error);
      expect(stopped).toEqual(refusal('MULTI_FACTOR_AUTHENTICATION_REQUIRED'));
      const code: string = stopped.details.attempt_code;
      await expect(client.totpMfa(code, '000000', getScene().session())).rejects.toEqual(refusal('INVALID_TOTP_CODE'));
      const tokens = await client.totpMfa(code, totpAt(Date.now()), getScene().session());
      expect(await client.getClientUserByToken(getScene().session(tokens))).toMatchObject({ requires_totp_mfa: true });
    });

    test('by passkey', async () => {
      const { client } = getScene();
      const authenticator = createSoftwareAuthenticator();
      const session = await getScene().signIn((await getScene().newUser('passkey')).email, demoPassword);
      const creation = await fine(client.initiatePasskeyRegistration({}, session));
      const credential = authenticator.create({ challenge: creation.options_json.challenge, origin });
      await fine(client.registerPasskey({ credential: asSent(credential), code: creation.code }, session));
      const { options_json, code } = await fine(client.initiatePasskeyAuthentication({}, getScene().session()));
      const authentication_response = authenticator.get({ challenge: options_json.challenge, origin });
      const tokens = await fine(client.signInWithPasskey({ authentication_response: asSent(authentication_response), code }));
      expect(await client.getClientUserByToken(getScene().session(tokens))).toMatchObject({ passkey_auth_enabled: true });
    });

    test('through a provider, with the tokens of the provider account', async () => {
      const { client, server } = getScene();
      const verifier = 'a-verifier-of-at-least-forty-three-characters-000';
      const address = await client.getOAuthUrl({
        provider: 'gitlab',
        redirectUrl: callback,
        errorRedirectUrl: callback,
        codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
        state,
        type: 'authenticate',
      });
      const browse = createBrowser();
      const page = (await browse(address)).headers.get('location') ?? '';
      const back = await allow(browse, new URL(page), 'oauth@stock.example');
      const oauthParams = new URL(back.headers.get('location') ?? '').searchParams;
      const tokens = await client.callOAuthCallback({ oauthParams, redirectUri: callback, codeVerifier: verifier, state });
      expect(tokens.newUser).toBe(true);
      const session = getScene().session(tokens);
      const user = await client.getClientUserByToken(session);
      expect(user?.oauth_providers).toEqual([expect.objectContaining({ id: 'gitlab', email: 'oauth@stock.example' })]);
      expect((await client.createProviderAccessToken('gitlab', '', session)).access_token).not.toBe('');
      expect((await server.createServerProviderAccessToken(user?.id ?? '', 'gitlab', '')).access_token).not.toBe('');
    });

    test('on the command line', async () => {
      const { client } = getScene();
      const request = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const answer = await client.sendClientRequest('/auth/cli', { ...request, body: '{}' }, null);
      const begun = z.object({ login_code: z.string(), polling_code: z.string() }).parse(await answer.json());
      await fine(client.cliLogin(begun.login_code, 'some-refresh-token', getScene().session()));
      const poll = { ...request, body: JSON.stringify({ polling_code: begun.polling_code }) };
      expect(await (await client.sendClientRequest('/auth/cli/poll', poll, null)).json()).toEqual({
        status: 'success',
        refresh_token: 'some-refresh-token',
      });
      await expect(client.cliLogin(begun.login_code, 'x', getScene().session())).rejects.toThrow(
        'Invalid login code or the code has expired',
      );
    });
  });
}
