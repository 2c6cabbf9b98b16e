/** Issuing and validating access tokens (wire/flows 1.1), and starting sessions. */
import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { accessTokenSeconds, refreshTokenMillis } from '#contract/limits.ts';
import type { SandboxContext } from '../http/context';
import { type Failure, tokenExpired } from '../http/failures';
import { secretText, uuid } from '../random';
import type { Release } from '../releases/release';
import { findProject, type Project } from '../stores/project-store';
import { insertSession, touchSession } from '../stores/session-store';
import { findUser } from '../stores/user-store';
import { type Claims, claimsOf, isIssuer, readAudience } from './claims';
import { importKey } from './signing-keys';

/** Issues an access token for a session and records the session's use. */
export async function issueAccessToken(
  { store, clock, endUser, release, baseUrl, issuerOrigin = baseUrl }: SandboxContext,
  project: Project,
  session: { readonly id: string; readonly user: number; readonly user_id: string },
): Promise<string> {
  const now = clock.now();
  const issuedAt = Math.floor(now / 1000);
  touchSession(store, session, now, endUser);
  // The claims of the earliest releases say nothing about the user.
  const user = release.has('anonymous-opt-in') ? findUser(store, project.key, session.user_id) : undefined;
  return signToken(project, session.user_id, issuedAt, claimsOf(release, issuerOrigin, project, session.id, user));
}

/** Issues an access token for a session of a deleted user. */
export function issueOrphanedToken(
  { clock, release, baseUrl, issuerOrigin = baseUrl }: SandboxContext,
  project: Project,
  session: { readonly id: string; readonly user_id: string },
): Promise<string> {
  const claims = claimsOf(release, issuerOrigin, project, session.id, undefined);
  return signToken(project, session.user_id, Math.floor(clock.now() / 1000), claims);
}

async function signToken(project: Project, userId: string, issuedAt: number, { issuer, audience, claims }: Claims): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: project.signing_key.kid ?? '' })
    .setSubject(userId)
    .setIssuer(issuer)
    .setIssuedAt(issuedAt)
    .setAudience(audience)
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

interface TokenIds {
  readonly projectId: string;
  readonly userId: string;
  readonly sessionId: string;
}

type AccessTokenStatus =
  | (TokenIds & {
      readonly state: 'valid';
      readonly project: Project;
      readonly isAnonymous: boolean;
      /** Type of the restriction that the token names, if any. */
      readonly restrictedReason: string | null;
    })
  | (TokenIds & { readonly state: 'expired'; readonly expiredAt: number })
  | { readonly state: 'unparsable' };

/** Returns the failure for an expired token, from 2.8.38 on with what it names (wire/newer 2.1). */
export function accessTokenExpired(release: Release, token: TokenIds & { readonly expiredAt: number }): Failure {
  const ids = { project_id: token.projectId, user_id: token.userId, refresh_token_id: token.sessionId };
  return tokenExpired('ACCESS_TOKEN_EXPIRED', token.expiredAt, release.has('user-claims') ? ids : {});
}

/** Cache of tokens with a valid signature, by key and text: verifying it again is most of the time of a small request. */
const verified = new Map<string, JWTPayload>();
const maxVerified = 1_000;

async function verifiedPayload(project: Project, token: string, currentDate: Date): Promise<JWTPayload> {
  const name = `${project.signing_key.kid} ${project.signing_key.x} ${token}`;
  const known = verified.get(name);
  if (known !== undefined && Number(known.exp) * 1000 > currentDate.getTime()) return known;
  const options = { algorithms: ['ES256'], currentDate, requiredClaims: ['sub', 'exp'] };
  const { payload } = await jwtVerify(token, await importKey(project.signing_key, 'public'), options);
  const [oldest] = verified.keys();
  if (verified.size >= maxVerified && oldest !== undefined) verified.delete(oldest);
  verified.set(name, payload);
  return payload;
}

/** Validates signature, issuer and expiry of an access token, nothing else (wire/flows 1.1). */
export async function checkAccessToken(
  { store, clock, release }: Pick<SandboxContext, 'store' | 'clock' | 'release'>,
  token: string,
): Promise<AccessTokenStatus> {
  try {
    const { aud, iss } = decodeJwt(token);
    const audience = readAudience(aud);
    const project = audience === null ? undefined : findProject(store, audience.projectId);
    if (audience === null || project === undefined || !isIssuer(release, iss, project.id)) return { state: 'unparsable' };
    const payload = await verifiedPayload(project, token, new Date(clock.now()));
    const ids = idsOf(project.id, payload);
    if (ids === null) return { state: 'unparsable' };
    const { restricted_reason: reason } = payload as { readonly restricted_reason?: { readonly type?: unknown } | null };
    const restrictedReason = audience.kind === 'restricted' ? String(reason?.type) : null;
    return { state: 'valid', project, ...ids, isAnonymous: audience.kind === 'anonymous', restrictedReason };
  } catch (error) {
    if (!(error instanceof errors.JWTExpired)) return { state: 'unparsable' };
    const ids = idsOf(readAudience(error.payload.aud)?.projectId ?? '', error.payload);
    return ids === null ? { state: 'unparsable' } : { state: 'expired', expiredAt: Number(error.payload.exp) * 1000, ...ids };
  }
}

/** Returns the IDs that a token names, in the claims of its release; null without a session. */
function idsOf(projectId: string, payload: JWTPayload): TokenIds | null {
  const sessionId = payload.refresh_token_id ?? payload.refreshTokenId;
  return typeof sessionId === 'string' ? { projectId, userId: String(payload.sub), sessionId } : null;
}
