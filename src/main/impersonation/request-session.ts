/** Requests a session for a user (wire/flows 14). */
import { decodeJwt } from 'jose';
import type { ErrorCode } from '#contract/error-codes.ts';
import { AppError } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { Clock } from '../ports/ports';
import type { WriteOrigin } from '../ports/write-recorder';
import type { Sender, SendOptions, Target } from '../remote/send';
import { revokeRemoteSession } from '../session/session-calls';

export interface SessionRequest {
  readonly userId: string;
  readonly durationMillis: number;
  readonly isImpersonation: boolean;
}

export interface CreatedSession {
  readonly refreshToken: string;
  readonly accessToken: string;
  /** From the access token's claim (wire/flows 1.1), because the response contains no ID; null if the token has none. */
  readonly sessionId: string | null;
}

/** Sends the request, once, because repeating it could create a second session. */
export async function requestSession(
  sender: Sender,
  target: Target,
  { userId, durationMillis, isImpersonation }: SessionRequest,
  options: Pick<SendOptions, 'assertAllowed' | 'signal'> & { readonly origin: WriteOrigin },
): Promise<CreatedSession> {
  const body = { user_id: userId, expires_in_millis: durationMillis, is_impersonation: isImpersonation };
  const created = await sender.send(catalog.auth.createSession, 'project', target, { body }, { ...options, once: true });
  return { refreshToken: created.refresh_token, accessToken: created.access_token, sessionId: sessionIdOf(created.access_token) };
}

/** The claims with the session's ID: of releases from 2.8.38 on (wire/newer 2.1), and of earlier ones. */
const sessionIdClaims = ['refresh_token_id', 'refreshTokenId'];

/** Never throws, because the tokens are needed to revoke a session whose ID is unknown. */
function sessionIdOf(accessToken: string): string | null {
  try {
    const claims = decodeJwt(accessToken);
    return sessionIdClaims.map((name) => claims[name]).find(isId) ?? null;
  } catch {
    return null;
  }
}

function isId(claim: unknown): claim is string {
  return typeof claim === 'string' && claim !== '';
}

/** Revokes a session with its own tokens. Resolves to whether it is revoked. */
export function revokeCreated(
  sender: Sender,
  clock: Clock,
  target: Target,
  { accessToken, refreshToken }: CreatedSession,
): Promise<boolean> {
  const source = { tokens: async () => ({ access: accessToken, refresh: refreshToken }), refuse: () => undefined };
  return revokeRemoteSession(sender, clock, async () => target, source);
}

/** Errors after which the service may have created the session. */
const unclearCodes: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'connection-lost',
  'timed-out',
  'cancelled',
  'bad-response',
  'bad-token',
  'protocol-violation',
  'response-too-large',
  'redirect-refused',
  'sandbox-stopped',
  'internal',
]);

/** Whether a failed request may have created a session. */
export function mayHaveCreated(thrown: unknown): boolean {
  if (!(thrown instanceof AppError)) return true;
  return unclearCodes.has(thrown.code) || (thrown.report.status ?? 0) >= 500;
}
