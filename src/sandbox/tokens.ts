/** Access tokens: issue and check (flows 1.1), and the sessions they come from. */
import { createECDH } from 'node:crypto';
import { decodeJwt, errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { accessTokenSeconds, refreshTokenMillis } from '../contract/limits';
import type { Surroundings } from './context';
import { base32Text, type Random, secretText, uuid } from './random';
import { findProject, type Project } from './store/projects';
import { insertSession, touchSession } from './store/sessions';

const issuer = 'https://access-token.jwt-signature.stack-auth.com';

/** A project's ES256 key pair as a private JWK with a key id of 12 characters. */
export function createSigningKey(random: Random): JWK {
  const curve = createECDH('prime256v1');
  // The top bits stay clear, so that any 32 bytes name a scalar below the curve's order.
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

/** The public half, as the key set shows it. */
export function publicKey({ kty, crv, alg, kid, x, y }: JWK): Record<string, unknown> {
  return { kty, crv, alg, kid, x, y };
}

const imported = new Map<string, ReturnType<typeof importJWK>>();

function keyOf(jwk: JWK, part: 'private' | 'public'): ReturnType<typeof importJWK> {
  const name = `${part} ${jwk.kid} ${jwk.x}`;
  const known = imported.get(name) ?? importJWK(part === 'private' ? jwk : (publicKey(jwk) as JWK), 'ES256');
  imported.set(name, known);
  return known;
}

/** Issues an access token of a session and records that the session was used. */
export async function issueAccessToken(
  { store, clock }: Surroundings,
  project: Project,
  session: { readonly id: string; readonly user: number; readonly user_id: string },
): Promise<string> {
  const now = clock.now();
  const issuedAt = Math.floor(now / 1000);
  touchSession(store, session, now);
  return new SignJWT({ branchId: 'main', refreshTokenId: session.id, role: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', kid: project.signing_key.kid ?? '' })
    .setSubject(session.user_id)
    .setIssuer(issuer)
    .setIssuedAt(issuedAt)
    .setAudience(project.id)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(await keyOf(project.signing_key, 'private'));
}

export interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user_id: string;
}

/** Starts a session of one year and issues its first access token. */
export async function startSession(
  surroundings: Surroundings,
  project: Project,
  user: { readonly key: number; readonly id: string },
): Promise<SignedIn> {
  const { store, clock, random } = surroundings;
  const session = {
    id: uuid(random),
    project: project.key,
    user: user.key,
    refreshToken: secretText(random),
    createdAt: clock.now(),
    expiresAt: clock.now() + refreshTokenMillis,
  };
  insertSession(store, session);
  const access = await issueAccessToken(surroundings, project, { id: session.id, user: user.key, user_id: user.id });
  return { access_token: access, refresh_token: session.refreshToken, user_id: user.id };
}

export type TokenVerdict =
  | { readonly state: 'valid'; readonly projectId: string; readonly userId: string; readonly sessionId: string }
  | { readonly state: 'expired'; readonly expiredAt: number }
  | { readonly state: 'unparsable' };

/** Checks signature, issuer and expiry of an access token; nothing else is looked at (flows 1.1). */
export async function checkAccessToken({ store, clock }: Pick<Surroundings, 'store' | 'clock'>, token: string): Promise<TokenVerdict> {
  try {
    const { aud } = decodeJwt(token);
    const project = typeof aud === 'string' ? findProject(store, aud) : undefined;
    if (project === undefined) return { state: 'unparsable' };
    const options = { issuer, algorithms: ['ES256'], currentDate: new Date(clock.now()), requiredClaims: ['sub', 'exp', 'refreshTokenId'] };
    const { payload } = await jwtVerify(token, await keyOf(project.signing_key, 'public'), options);
    return { state: 'valid', projectId: project.id, userId: String(payload.sub), sessionId: String(payload.refreshTokenId) };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { state: 'expired', expiredAt: Number(error.payload.exp) * 1000 };
    return { state: 'unparsable' };
  }
}

/** Random bytes as 45 characters with a prefix: a project key. */
export function projectKey(random: Random, prefix: 'pck' | 'ssk' | 'sak'): string {
  return `${prefix}_${base32Text(random, 45)}`;
}
