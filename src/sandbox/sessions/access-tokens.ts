/** Issuing and validating access tokens (wire/flows 1.1), and starting sessions. */
import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { accessTokenSeconds, refreshTokenMillis } from '#contract/limits.ts';
import type { SandboxContext } from '../http/context';
import { secretText, uuid } from '../random';
import { findProject, type Project } from '../stores/project-store';
import { insertSession, touchSession } from '../stores/session-store';
import { importKey } from './signing-keys';

const issuer = 'https://access-token.jwt-signature.stack-auth.com';

/** Issues an access token for a session and records the session's use. */
export async function issueAccessToken(
  { store, clock, endUser }: SandboxContext,
  project: Project,
  session: { readonly id: string; readonly user: number; readonly user_id: string },
): Promise<string> {
  const now = clock.now();
  const issuedAt = Math.floor(now / 1000);
  touchSession(store, session, now, endUser);
  return new SignJWT({ branchId: 'main', refreshTokenId: session.id, role: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', kid: project.signing_key.kid ?? '' })
    .setSubject(session.user_id)
    .setIssuer(issuer)
    .setIssuedAt(issuedAt)
    .setAudience(project.id)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(await importKey(project.signing_key, 'private'));
}

export interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user_id: string;
}

/** Starts a session, by default for one year, and issues its first access token. */
export async function startSession(
  context: SandboxContext,
  project: Project,
  user: { readonly key: number; readonly id: string },
  {
    ttlMillis = refreshTokenMillis,
    isImpersonation = false,
  }: { readonly ttlMillis?: number | undefined; readonly isImpersonation?: boolean | undefined } = {},
): Promise<SignedIn> {
  const { store, clock, random } = context;
  const session = {
    id: uuid(random),
    project: project.key,
    user: user.key,
    refreshToken: secretText(random),
    createdAt: clock.now(),
    expiresAt: clock.now() + Math.trunc(ttlMillis),
    isImpersonation,
  };
  insertSession(store, session);
  const access = await issueAccessToken(context, project, { id: session.id, user: user.key, user_id: user.id });
  return { access_token: access, refresh_token: session.refreshToken, user_id: user.id };
}

type AccessTokenStatus =
  | { readonly state: 'valid'; readonly project: Project; readonly projectId: string; readonly userId: string; readonly sessionId: string }
  | { readonly state: 'expired'; readonly expiredAt: number }
  | { readonly state: 'unparsable' };

/** Cache of tokens with a valid signature, by key and text: verifying it again is most of the time of a small request. */
const verified = new Map<string, JWTPayload>();
const maxVerified = 1_000;

async function verifiedPayload(project: Project, token: string, currentDate: Date): Promise<JWTPayload> {
  const name = `${project.signing_key.kid} ${project.signing_key.x} ${token}`;
  const known = verified.get(name);
  if (known !== undefined && Number(known.exp) * 1000 > currentDate.getTime()) return known;
  const options = { issuer, algorithms: ['ES256'], currentDate, requiredClaims: ['sub', 'exp', 'refreshTokenId'] };
  const { payload } = await jwtVerify(token, await importKey(project.signing_key, 'public'), options);
  const [oldest] = verified.keys();
  if (verified.size >= maxVerified && oldest !== undefined) verified.delete(oldest);
  verified.set(name, payload);
  return payload;
}

/** Validates signature, issuer and expiry of an access token, nothing else (wire/flows 1.1). */
export async function checkAccessToken(
  { store, clock }: Pick<SandboxContext, 'store' | 'clock'>,
  token: string,
): Promise<AccessTokenStatus> {
  try {
    const { aud } = decodeJwt(token);
    const project = typeof aud === 'string' ? findProject(store, aud) : undefined;
    if (project === undefined) return { state: 'unparsable' };
    const payload = await verifiedPayload(project, token, new Date(clock.now()));
    return { state: 'valid', project, projectId: project.id, userId: String(payload.sub), sessionId: String(payload.refreshTokenId) };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { state: 'expired', expiredAt: Number(error.payload.exp) * 1000 };
    return { state: 'unparsable' };
  }
}
