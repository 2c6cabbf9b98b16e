/** A WebAuthn authenticator in software for specs, with one ES256 credential (WebAuthn level 2). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AuthenticationCredential, RegistrationCredential } from '#contract/service/passkeys.ts';

interface Ceremony {
  readonly challenge: string;
  readonly origin: string;
  /** Hostname of the page, by default that of the origin. */
  readonly rpId?: string;
  /** Sends this type in the client data. */
  readonly type?: string;
}

export interface Attestation extends Ceremony {
  /** Self attestation with a valid or invalid signature; `none` otherwise. */
  readonly selfAttested?: 'right' | 'wrong';
}

export interface Assertion extends Ceremony {
  readonly userHandle?: string;
  /** Whether to sign different data. */
  readonly forged?: true;
}

export interface Authenticator {
  readonly credentialId: string;
  create(ceremony: Attestation): RegistrationCredential;
  get(ceremony: Assertion): AuthenticationCredential;
}

const text = (value: Uint8Array | string) => Buffer.from(value).toString('base64url');
const sha256 = (value: Uint8Array | string) => createHash('sha256').update(value).digest();

/** Creates an authenticator that counts its signatures from 1, or doesn't count. */
export function createSoftwareAuthenticator({ counts = true }: { counts?: boolean } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(20);
  let counter = 0;

  const authenticatorData = (rpId: string, attested: Uint8Array): Buffer => {
    counter += counts ? 1 : 0;
    const present = 0x01 | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([present]), count, attested]);
  };
  const common = { id: text(credentialId), rawId: text(credentialId), type: 'public-key' as const };

  return {
    credentialId: text(credentialId),
    create(ceremony) {
      const clientData = clientDataOf('webauthn.create', ceremony);
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey.export({ format: 'jwk' }))]);
      const data = authenticatorData(rpIdOf(ceremony), attested);
      const attestation = statement(ceremony, () => sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey));
      return {
        ...common,
        response: {
          attestationObject: text(cbor({ fmt: attestation.fmt, attStmt: attestation.attStmt, authData: data })),
          clientDataJSON: text(clientData),
          transports: ['internal'],
        },
        clientExtensionResults: { credProps: { rk: true } },
        authenticatorAttachment: 'platform',
      };
    },
    get(ceremony) {
      const clientData = clientDataOf('webauthn.get', ceremony);
      const data = authenticatorData(rpIdOf(ceremony), Buffer.alloc(0));
      const signed = Buffer.concat([data, sha256(ceremony.forged ? 'something else' : clientData)]);
      return {
        ...common,
        response: {
          authenticatorData: text(data),
          clientDataJSON: text(clientData),
          signature: text(sign('sha256', signed, privateKey)),
          ...(ceremony.userHandle === undefined ? {} : { userHandle: ceremony.userHandle }),
        },
        clientExtensionResults: {},
        authenticatorAttachment: 'platform',
      };
    },
  };
}

function rpIdOf({ rpId, origin }: Ceremony): string {
  return rpId ?? new URL(origin).hostname;
}

function clientDataOf(type: string, ceremony: Ceremony): string {
  return JSON.stringify({ type: ceremony.type ?? type, challenge: ceremony.challenge, origin: ceremony.origin, crossOrigin: false });
}

function statement({ selfAttested }: Attestation, signature: () => Buffer): { readonly fmt: string; readonly attStmt: CborValue } {
  if (selfAttested === undefined) return { fmt: 'none', attStmt: {} };
  const sig =
    selfAttested === 'right'
      ? signature()
      : sign('sha256', Buffer.from('x'), generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
  return { fmt: 'packed', attStmt: { alg: -7, sig } };
}

/** Returns the public key as COSE (RFC 9053): EC2, ES256, P-256, x, y. */
function coseKey({ x = '', y = '' }: { readonly x?: string; readonly y?: string }): Buffer {
  const entries: [number, CborValue][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])]);
}

type CborValue = number | string | Uint8Array | { readonly [key: string]: CborValue };

/** Encodes CBOR (RFC 8949) as far as an attestation requires. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = Object.entries(value);
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

function head(major: number, argument: number): Buffer {
  const type = major << 5;
  if (argument < 24) return Buffer.from([type | argument]);
  if (argument < 256) return Buffer.from([type | 24, argument]);
  return Buffer.from([type | 25, argument >> 8, argument & 255]);
}
