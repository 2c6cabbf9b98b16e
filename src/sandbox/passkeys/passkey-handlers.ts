/** Handlers of passkeys. */

import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import { verificationCode } from '#contract/service/models/fields.ts';
import { issueCode, redeemCode } from '../codes/codes';
import type { Handler, HandlersOf } from '../http/context';
import { reply } from '../http/respond';
import { startSession } from '../sessions/access-tokens';
import { requireNoSecondFactor } from '../sign-in/second-factor';
import { findPasskey, savePasskey } from '../stores/passkey-store';
import { usersByKeys } from '../stores/user-store';
import { challengeTtlMillis, expectedOrigin, passkeyFailure, placeholderRpId, requirePasskeys, validated } from './passkey-origins';
import { initiatePasskeyRegistration, registerPasskey } from './passkey-registration';

/** Endpoints of passkey sign-in (wire/endpoints 1.5, wire/flows 4.2). */
interface Challenge {
  readonly challenge: string;
}

const initiatePasskeyAuthentication: Handler<RowOf<'passkeys.initiateAuthentication'>> = {
  ignoresQuery: true,
  async run(call) {
    const { project, random } = call;
    requirePasskeys(project);
    const data: Challenge = { challenge: Buffer.from(random(32)).toString('base64url') };
    const { code } = issueCode(call, project, { purpose: 'passkey-authentication', data, ttlMillis: challengeTtlMillis });
    return reply({
      options_json: {
        rpId: placeholderRpId,
        challenge: data.challenge,
        allowCredentials: [],
        timeout: 60_000,
        userVerification: 'preferred' as const,
      },
      code,
    });
  },
};

/** The library validates the assertion, and only after the code is used up. */
const assertion = z.custom<AuthenticationResponseJSON>((value) => value !== undefined && value !== null);
const submission = z.strictObject({ code: verificationCode, authentication_response: assertion });

const passkeySignIn: Handler<RowOf<'passkeys.signIn'>, z.output<typeof submission>> = {
  ignoresQuery: true,
  accepts: { client: { body: submission }, server: { body: submission } },
  async run(call) {
    const { project, store, body } = call;
    const { challenge } = redeemCode<Challenge>(call, project, 'passkey-authentication', body.code);
    requirePasskeys(project);
    const response = await validated(async () => assertion.parse(body.authentication_response));
    const found = findPasskey(store, project.key, String(response.id));
    const user = found && usersByKeys(store, [found.user])[0];
    if (found === undefined || user === undefined) throw passkeyFailure('Passkey not found');
    const { passkey } = found;
    const verdict = await validated(async () => {
      const expected = expectedOrigin(call.release, response.response.clientDataJSON, project.config, 'authentication');
      return verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: expected.origin,
        expectedRPID: expected.rpId,
        requireUserVerification: false,
        credential: {
          id: passkey.credential_id,
          publicKey: Buffer.from(passkey.public_key, 'base64url'),
          counter: passkey.counter,
        },
      });
    });
    if (!verdict.verified) {
      throw passkeyFailure(
        'The signature of the authentication response could not be verified with the stored public key tied to this credential ID',
      );
    }
    savePasskey(store, user.key, { ...passkey, counter: verdict.authenticationInfo.newCounter });
    requireNoSecondFactor(call, project, user);
    return reply({ ...(await startSession(call, project, user)), is_new_user: false });
  },
};

export const passkeyHandlers: HandlersOf<'passkeys'> = {
  'passkeys.initiateRegistration': initiatePasskeyRegistration,
  'passkeys.register': registerPasskey,
  'passkeys.initiateAuthentication': initiatePasskeyAuthentication,
  'passkeys.signIn': passkeySignIn,
};
