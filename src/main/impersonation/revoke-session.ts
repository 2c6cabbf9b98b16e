/** Revokes the session of an impersonation. */
import type { Account } from '../../contract/bridge/accounts';
import { AppError } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { Clock } from '../ports';
import { isNetworkFailure } from '../remote/retry';
import type { Sender, Target } from '../remote/send';
import type { Topic } from '../runtime/topic';
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

/** Maximum duration (ms) of revoking a session. */
export const revokeLimitMillis = 5_000;
/** Milliseconds by which the creation of a session may differ from its request. A request takes at most 5 minutes. */
const createdBefore = 60_000;
const createdAfter = 360_000;
/** Milliseconds after a request within which the service may still create the session. */
const inFlightMillis = 20_000;

/**
 * Revokes the session by its ID with the project's credentials, which doesn't depend on the account; if they are refused, with the session's
 * own token. Searches for a session whose ID is unknown. A session that no longer exists counts as revoked.
 */
export async function revokeSession(deps: RevokeDeps, record: ImpersonationRecord): Promise<RevokeOutcome> {
  const limit = new AbortController();
  const stopTimer = deps.clock.after(revokeLimitMillis, () => limit.abort());
  try {
    const target = await deps.sessions.target(record.connectionId, record.destination);
    if (record.sessionId !== null) return (await revoke(deps, target, record.sessionId, record, limit.signal)) ? 'revoked' : 'failed';
    const found = await findSession(deps, target, record, limit.signal);
    if (typeof found === 'string') return found;
    return (await revoke(deps, target, found.id, record, limit.signal)) ? 'revoked' : 'failed';
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return record.sessionId === null && thrown.code === 'missing-credentials' ? 'unclear' : 'failed';
  } finally {
    stopTimer();
  }
}

async function revoke(
  deps: RevokeDeps,
  target: Target,
  sessionId: string,
  record: ImpersonationRecord,
  signal: AbortSignal,
): Promise<boolean> {
  const input = { params: { id: sessionId }, query: { user_id: record.userId } };
  try {
    await deps.sender.send(catalogue.auth.revokeSession, 'project', target, input, { signal, once: true });
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
  const { project } = catalogue.auth.sessions.actors;
  const row = { ...catalogue.auth.sessions, actors: { project: { ...project, access: 'admin' } } } as const;
  const { items, omitted } = await sender.send(row, 'project', target, { query: { user_id: userId } }, { signal, once: true });
  const others = otherSessionIds(id);
  const created = items.filter(
    (session) =>
      session.is_impersonation &&
      session.created_at >= requestedAt - createdBefore &&
      session.created_at <= requestedAt + createdAfter &&
      !others.includes(session.id),
  );
  // An item that couldn't be read may be the session.
  if (created.length > 1 || omitted !== undefined) return 'unclear';
  return created[0] ?? (sessions.serverTime(connectionId) < requestedAt + inFlightMillis ? 'later' : 'revoked');
}
