/** Endpoints of passkey registration (wire/endpoints 1.5, wire/flows 4.1). */
import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server';
import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import { verificationCode } from '#contract/service/models/fields.ts';
import { issueCode, redeemCode } from '../codes/codes';
import type { Handler } from '../http/context';
import { knownError, serviceFault } from '../http/failures';
import { reply } from '../http/respond';
import { savePasskey } from '../stores/passkey-store';
import { challengeTtlMillis, expectedOrigin, placeholderRpId, requirePasskeys, validated } from './passkey-origins';

/** EdDSA, ES256, RS256, in the service's order of preference. */
const algorithms = [-8, -7, -257];

interface Challenge {
  readonly challenge: string;
}

export const initiatePasskeyRegistration: Handler<RowOf<'passkeys.initiateRegistration'>> = {
  ignoresQuery: true,
  needsUser: true,
  async run(call) {
    const { caller, project, random } = call;
    requirePasskeys(project);
    if (caller.user === null) throw new Error('The request was accepted without a user.');
    const { id, display_name, email } = caller.user;
    const name = display_name ?? email ?? 'Stack Auth User';
    const data: Challenge = { challenge: Buffer.from(random(32)).toString('base64url') };
    const { code } = issueCode(call, project, { purpose: 'passkey-registration', data, ttlMillis: challengeTtlMillis });
    return reply({
      options_json: {
        rp: { name: project.display_name, id: placeholderRpId },
        user: { id: Buffer.from(id).toString('base64url'), name, displayName: name },
        challenge: data.challenge,
        pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
        timeout: 60_000,
        attestation: 'none' as const,
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required' as const, userVerification: 'preferred' as const, requireResidentKey: true },
        extensions: { credProps: true },
      },
      code,
    });
  },
};

/** The library validates the credential, and only after the code is used up. */
const credential = z.custom<RegistrationResponseJSON>((value) => value !== undefined && value !== null);
const submission = z.strictObject({ code: verificationCode, credential });

export const registerPasskey: Handler<RowOf<'passkeys.register'>, z.output<typeof submission>> = {
  ignoresQuery: true,
  accepts: { client: { body: submission }, server: { body: submission } },
  async run(call) {
    const { caller, project, store, body } = call;
    const { challenge } = redeemCode<Challenge>(call, project, 'passkey-registration', body.code);
    requirePasskeys(project);
    // The service responds with 500 (wire/endpoints 1.5).
    if (caller.user === null) throw serviceFault('A passkey can only be registered by a signed-in user.');
    const response = await validated(async () => credential.parse(body.credential));
    const verdict = await validated(async () => {
      const expected = expectedOrigin(call.release, response.response.clientDataJSON, project.config, 'registration');
      return verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: expected.origin,
        expectedRPID: expected.rpId,
        requireUserVerification: false,
        supportedAlgorithmIDs: algorithms,
      });
    });
    if (!verdict.verified) {
      const message = 'Passkey registration failed because the verification response is invalid';
      throw knownError('PASSKEY_REGISTRATION_FAILED', undefined, { message });
    }
    const { id, publicKey, counter } = verdict.registrationInfo.credential;
    savePasskey(store, caller.user.key, { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter });
    return reply({ user_handle: id });
  },
};
