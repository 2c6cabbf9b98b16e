/** Signing keys of projects. */
import { createECDH } from 'node:crypto';
import { importJWK, type JWK } from 'jose';
import { type Random, secretText } from '../random';

/** Creates an ES256 key pair as a private JWK with a key ID of 12 characters. */
export function createSigningKey(random: Random): JWK {
  const curve = createECDH('prime256v1');
  // With a clear top bit, any 32 bytes are a scalar below the curve's order.
  const scalar = Buffer.from(random(32));
  scalar.writeUInt8(scalar.readUInt8(0) & 0x7f, 0);
  curve.setPrivateKey(scalar);
  const point = curve.getPublicKey();
  return {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    kid: Buffer.from(random(9)).toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33, 65).toString('base64url'),
    d: scalar.toString('base64url'),
  };
}

/** Returns the public JWK, as in the JWKS. */
export function toPublicJwk({ kty, crv, alg, kid, x, y }: JWK): Record<string, unknown> {
  return { kty, crv, alg, kid, x, y };
}

const imported = new Map<string, ReturnType<typeof importJWK>>();

/** Imports a key for jose, once. */
export function importKey(jwk: JWK, part: 'private' | 'public'): ReturnType<typeof importJWK> {
  const name = `${part} ${jwk.kid} ${jwk.x}`;
  const known = imported.get(name) ?? importJWK(part === 'private' ? jwk : (toPublicJwk(jwk) as JWK), 'ES256');
  imported.set(name, known);
  return known;
}

/** Creates a project key: a prefix and 45 random characters. */
export function createProjectKey(random: Random, prefix: 'pck' | 'ssk' | 'sak'): string {
  return `${prefix}_${secretText(random)}`;
}
