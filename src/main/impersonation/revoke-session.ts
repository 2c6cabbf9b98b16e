/** Revokes the session of an impersonation. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { AppError, nullForAppError } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { Clock } from '../ports/ports';
import { isNetworkFailure, parseHttpDate } from '../remote/retry';
import type { Sender, Target } from '../remote/send';
import type { Topic } from '../runtime/topics';
import { revokeRemoteSession } from '../session/session-calls';
import type { Sessions } from '../session/sessions';
import type { ImpersonationRecord } from './records-file';

export interface RevokeDeps {
  readonly sender: Sender;
  readonly sessions: Pick<Sessions, 'target' | 'source' | 'serverTime'>;
  readonly accounts: Pick<Topic<Account[]>, 'get'>;
  readonly clock: Clock;
  /** Returns the IDs of the sessions of other impersonations. */
  readonly otherSessionIds: (id: string) => readonly string[];
}

/** `later` if the request may still be on its way, so that there may be a session soon. */
export type RevokeOutcome = 'revoked' | 'failed' | 'unclear' | 'later';

export interface RevokeAttempt {
  readonly outcome: RevokeOutcome;
  /** Whether the session has certainly expired. */
  readonly hasExpired: boolean;
}

/** Maximum duration (ms) of revoking a session. */
export const revokeLimitMillis = 5_000;
/** Milliseconds by which the creation of a session may differ from its request. A request takes at most 5 minutes. */
const createdBefore = 60_000;
const createdAfter = 360_000;
/** Milliseconds after a request within which a service that is slow may still create the session. */
const inFlightMillis = 3_600_000;
/** Milliseconds after its expiry for which a session that can't be revoked is kept. */
const graceMillis = 3_600_000;

/** Errors of a connection that no longer exists, or points elsewhere: its service can no longer be called. */
const lostConnection: ReadonlySet<ErrorCode> = new Set(['unknown-connection', 'connection-changed']);

/**
 * Revokes the session by its ID with the project's credentials, which doesn't depend on the account; if they are refused, with the session's
 * own token. Searches for a session whose ID is unknown. A session that no longer exists counts as revoked, and one whose time is up by the
 * service's clock has expired: the machine's clock may be wrong.
 */
export async function revokeSession(deps: RevokeDeps, record: ImpersonationRecord): Promise<RevokeAttempt> {
  const limit = new AbortController();
  const stopTimer = deps.clock.after(revokeLimitMillis, () => limit.abort());
  let serviceTime: number | null = null;
  const isOver = (now: number | null, expiresAt: number) => now !== null && now > expiresAt + graceMillis;
  const end = async (): Promise<RevokeOutcome> => {
    const found = await deps.sessions.target(record.connectionId, record.destination);
    const onServerTime = (date: string) => {
      found.onServerTime?.(date);
      serviceTime = parseHttpDate(date) ?? serviceTime;
    };
    return attempt(deps, { ...found, onServerTime }, record, limit.signal, isOver(deps.clock.now(), record.expiresAt));
  };
  try {
    const outcome = await end();
    return { outcome, hasExpired: isOver(serviceTime, record.requestedAt + record.expiresAt - record.startedAt) };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { outcome: 'failed', hasExpired: lostConnection.has(thrown.code) && isOver(deps.clock.now(), record.expiresAt) };
  } finally {
    stopTimer();
  }
}

/** `asksForTime` sends a request for the service's time where nothing else can be sent. Throws the errors of the connection. */
async function attempt(
  deps: RevokeDeps,
  target: Target,
  record: ImpersonationRecord,
  signal: AbortSignal,
  asksForTime: boolean,
): Promise<RevokeOutcome> {
  const { sessionId, userId } = record;
  const revoked = async (id: string) => ((await revoke(deps, target, id, record, signal)) ? 'revoked' : 'failed');
  try {
    const found = sessionId === null ? await findSession(deps, target, record, signal) : { id: sessionId };
    return typeof found === 'string' ? found : await revoked(found.id);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    if (sessionId !== null || thrown.code !== 'missing-credentials') return 'failed';
    const list = () => deps.sender.send(catalog.auth.sessions, 'project', target, { query: { user_id: userId } }, { signal, once: true });
    if (asksForTime) await list().catch(nullForAppError);
    return 'unclear';
  }
}

async function revoke(
  deps: RevokeDeps,
  target: Target,
  sessionId: string,
  record: ImpersonationRecord,
  signal: AbortSignal,
): Promise<boolean> {
  // The session is known, and must not be read first: the program may be quitting.
  const origin = { source: 'app', connectionId: record.connectionId, impersonation: record.id, before: null } as const;
  const input = { params: { id: sessionId }, query: { user_id: record.userId } };
  try {
    await deps.sender.send(catalog.auth.revokeSession, 'project', target, input, { signal, once: true, origin });
    return true;
  } catch (thrown) {
    if (isMissing(thrown)) return true;
    if (thrown instanceof AppError && isNetworkFailure(thrown)) return false;
    return revokeWithOwnToken(deps, record);
  }
}

/** Whether the session or its user no longer exists (wire/endpoints 1.6). */
function isMissing(thrown: unknown): boolean {
  if (!(thrown instanceof AppError)) return false;
  const { known, status, text = '' } = thrown.report;
  return known === 'USER_NOT_FOUND' || known === 'USER_ID_DOES_NOT_EXIST' || (status === 404 && text.startsWith('Session not found'));
}

async function revokeWithOwnToken({ sender, clock, sessions, accounts }: RevokeDeps, record: ImpersonationRecord): Promise<boolean> {
  const account = accounts.get().value.find(({ impersonationId }) => impersonationId === record.id);
  if (account === undefined || account.state === 'invalid') return false;
  const session = sessions.source(account.id, record.connectionId);
  return revokeRemoteSession(sender, clock, () => sessions.target(record.connectionId, record.destination), session);
}

/** Searches for a session whose creation got no response. Only admin access lists impersonations (wire/flows 14). */
async function findSession(
  { sender, sessions, otherSessionIds }: RevokeDeps,
  target: Target,
  { id, userId, connectionId, requestedAt }: ImpersonationRecord,
  signal: AbortSignal,
): Promise<{ readonly id: string } | RevokeOutcome> {
  const { project } = catalog.auth.sessions.actors;
  const endpoint = { ...catalog.auth.sessions, actors: { project: { ...project, access: 'admin' } } } as const;
  const { items, omitted } = await sender.send(endpoint, 'project', target, { query: { user_id: userId } }, { signal, once: true });
  const others = otherSessionIds(id);
  const createdWithin = (millis: number) =>
    items.filter(
      (session) =>
        session.is_impersonation &&
        session.created_at >= requestedAt - createdBefore &&
        session.created_at <= requestedAt + millis &&
        !others.includes(session.id),
    );
  const [created, ...more] = createdWithin(createdAfter);
  // An item that couldn't be read may be the session.
  if (more.length > 0 || omitted !== undefined) return 'unclear';
  if (created !== undefined) return created;
  // A session that was created even later may also be another admin's.
  if (createdWithin(inFlightMillis).length > 0) return 'unclear';
  return sessions.serverTime(connectionId) < requestedAt + inFlightMillis ? 'later' : 'revoked';
}
