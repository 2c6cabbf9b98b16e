/** Passkey registration and sign-in (wire/endpoints 1.5, wire/flows 4). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { verificationCode } from './models/fields';
import { signedIn } from './models/user-models';

const publicKeyType = z.literal('public-key');
const placeholderRp = z.object({ name: z.string(), id: z.string() });

/** Creation options in the JSON form of WebAuthn; `rp.id` must be replaced by the page's hostname. */
export const creationOptions = z.object({
  rp: placeholderRp,
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: publicKeyType })),
  timeout: z.number(),
  attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']),
  excludeCredentials: z.array(z.object({ id: z.string(), type: publicKeyType })),
  authenticatorSelection: z.object({
    residentKey: z.enum(['discouraged', 'preferred', 'required']),
    userVerification: z.enum(['discouraged', 'preferred', 'required']),
    requireResidentKey: z.boolean(),
  }),
  extensions: z.object({ credProps: z.boolean().optional() }).optional(),
});

/** Request options in the JSON form of WebAuthn; `rpId` must be replaced by the page's hostname. */
export const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  allowCredentials: z.array(z.object({ id: z.string(), type: publicKeyType })),
  timeout: z.number(),
  userVerification: z.enum(['discouraged', 'preferred', 'required']),
});

const credential = {
  id: z.string(),
  rawId: z.string(),
  type: publicKeyType,
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};

/** The platform's response to creation options. Binary values are base64url without padding. */
export const registrationCredential = z.strictObject({
  ...credential,
  response: z.strictObject({
    attestationObject: z.string(),
    clientDataJSON: z.string(),
    transports: z.array(z.string()).optional(),
    publicKeyAlgorithm: z.number().optional(),
    publicKey: z.string().optional(),
    authenticatorData: z.string().optional(),
  }),
});

/** The platform's response to request options. */
export const authenticationCredential = z.strictObject({
  ...credential,
  response: z.strictObject({
    authenticatorData: z.string(),
    clientDataJSON: z.string(),
    signature: z.string(),
    userHandle: z.string().optional(),
  }),
});

export type RegistrationCredential = z.output<typeof registrationCredential>;
export type AuthenticationCredential = z.output<typeof authenticationCredential>;

const challengeOf = <T extends z.ZodType>(options: T) => z.object({ options_json: options, code: verificationCode });

export const passkeys = {
  initiateRegistration: endpoint({
    method: 'POST',
    path: '/auth/passkey/initiate-passkey-registration',
    offered: false,
    journal: { none: 'check' },
    actors: { account: { access: 'client', response: challengeOf(creationOptions) } },
  }),
  /** Stores the user's passkey, which replaces an earlier one. Returns the credential's ID. */
  register: endpoint({
    method: 'POST',
    path: '/auth/passkey/register',
    changesSignIn: true,
    offered: false,
    journal: { subject: { kind: 'passkey', user: 'account' }, before: null, undo: { none: 'passkey' } },
    actors: {
      account: {
        access: 'client',
        body: z.strictObject({ code: verificationCode, credential: registrationCredential }),
        response: z.object({ user_handle: z.string() }),
      },
    },
  }),
  initiateAuthentication: endpoint({
    method: 'POST',
    path: '/auth/passkey/initiate-passkey-authentication',
    offered: false,
    journal: { none: 'sign-in' },
    actors: { none: { access: 'client', response: challengeOf(requestOptions) } },
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/auth/passkey/sign-in',
    offered: false,
    journal: { none: 'sign-in' },
    actors: {
      none: {
        access: 'client',
        body: z.strictObject({ code: verificationCode, authentication_response: authenticationCredential }),
        response: signedIn,
      },
    },
  }),
};
