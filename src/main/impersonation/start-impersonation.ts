/** Starts an impersonation. */
import type { Account } from '#contract/bridge/accounts.ts';
import { AppError, fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { AllowedChange } from '../gateway/create-gateway';
import type { SendWrite } from '../gateway/send-write';
import type { Clock } from '../ports/ports';
import type { Connections } from '../records/connections';
import type { Sender, Target } from '../remote/send';
import type { Topic } from '../runtime/topics';
import type { Sessions } from '../session/sessions';
import type { ProcessLease } from './process-lease';
import type { RecordStore } from './record-store';
import type { ImpersonationRecord } from './records-file';
import { type CreatedSession, mayHaveCreated, requestSession, revokeCreated } from './request-session';

export interface StartRequest {
  readonly connectionId: string;
  readonly userId: string;
  readonly reason: string;
  readonly durationMillis: number;
}

export interface StartDeps {
  readonly sender: Sender;
  readonly sessions: Pick<Sessions, 'target' | 'add' | 'describe' | 'assertReady' | 'serverTime'>;
  readonly connections: Pick<Connections, 'find' | 'destinationOf'>;
  readonly accounts: Pick<Topic<Account[]>, 'get'>;
  readonly store: RecordStore;
  readonly lease: Pick<ProcessLease, 'holder' | 'take'>;
  readonly clock: Clock;
  readonly sendWrite: SendWrite;
}

interface StartOptions {
  /** Runs right before the session is requested, and throws if that isn't allowed any longer. */
  readonly assertAllowed: AllowedChange;
  readonly signal: AbortSignal;
}

/** Milliseconds that a request may take at most, by which the session of a lost response may end later than planned. */
const maxRequestMillis = 300_000;

/**
 * Records the impersonation under `id`, creates the session, and adds its account. It is recorded first, so that a session whose response is
 * lost, or that is created just before the process is killed, is found and revoked. Throws `cancelled` if it was ended in the meantime.
 */
export async function startImpersonation(
  deps: StartDeps,
  id: string,
  request: StartRequest,
  options: StartOptions,
): Promise<{ id: string; accountId: string }> {
  const { connectionId, userId } = request;
  const { store, sessions } = deps;
  const { signal } = options;
  const destination = deps.connections.destinationOf(connectionId);
  const target = await sessions.target(connectionId, destination);
  await sessions.assertReady();
  const user = await deps.sender.send(catalog.users.read, 'project', target, { params: { user_id: userId } }, { signal, once: true });
  await deps.lease.take();
  const record = newRecord(deps, id, request, user, destination ?? '');
  await store.add(record);
  const created = await create(deps, target, record, request, options);
  const expiresAt = sessions.serverTime(connectionId) + request.durationMillis;
  const known = await revokedUnlessStored(deps, target, id, created, () =>
    store.change(id, (now) => ({
      ...now,
      sessionId: created.sessionId,
      expiresAt,
      state: now.state === 'starting' ? 'active' : now.state,
    })),
  );
  if (known.state !== 'active') throw fail('cancelled');
  const { refreshToken, accessToken } = created;
  const accountId = await sessions.add({ connectionId, userId: user.id, refreshToken, accessToken, impersonationId: id });
  await sessions.describe(connectionId, user).catch(() => undefined);
  return { id, accountId };
}

function newRecord(
  { store, lease, sessions, connections, accounts }: StartDeps,
  id: string,
  { connectionId, reason, durationMillis }: StartRequest,
  user: ServerUser,
  destination: string,
): ImpersonationRecord {
  const { name, owner } = connections.find(connectionId);
  const current = accounts.get().value.find((account) => account.connectionId === connectionId && account.current);
  const own = current?.impersonationId === undefined ? current : undefined;
  const startedAt = sessions.serverTime(connectionId);
  return {
    id,
    holder: lease.holder,
    connectionId,
    connectionName: name,
    destination,
    userId: user.id,
    displayName: user.display_name,
    primaryEmail: user.primary_email,
    reason,
    by: own?.displayName ?? own?.primaryEmail ?? owner?.name ?? null,
    previousAccountId: own?.id ?? store.find(current?.impersonationId ?? '')?.previousAccountId ?? null,
    startedAt,
    expiresAt: startedAt + durationMillis + maxRequestMillis,
    requestedAt: startedAt,
    sessionId: null,
    state: 'starting',
  };
}

/** Creates the session. After a failure, removes the record, or marks it to be ended if the session may have been created. */
async function create(
  { sender, store, sendWrite }: StartDeps,
  target: Target,
  { id, connectionId, userId }: ImpersonationRecord,
  { durationMillis }: StartRequest,
  options: StartOptions,
): Promise<CreatedSession> {
  const body = { userId, durationMillis, isImpersonation: true };
  try {
    return await sendWrite({ endpoint: 'auth.createSession', connectionId }, () =>
      requestSession(sender, target, body, {
        ...options,
        origin: { source: 'window', connectionId, impersonation: id, note: options.assertAllowed.note },
      }),
    );
  } catch (thrown) {
    await store.change(id, (now) => (mayHaveCreated(thrown) ? { ...now, state: 'ending' } : null)).catch(() => undefined);
    throw thrown;
  }
}

/** Revokes the session with its own token if its ID is unknown, or can't be recorded. */
async function revokedUnlessStored(
  { sender, clock, store }: StartDeps,
  target: Target,
  id: string,
  created: CreatedSession,
  record: () => Promise<ImpersonationRecord | null>,
): Promise<ImpersonationRecord> {
  try {
    const known = await record();
    if (known === null) throw fail('cancelled');
    if (created.sessionId === null) throw fail('bad-response', { path: 'access_token' });
    return known;
  } catch (thrown) {
    if (await revokeCreated(sender, clock, target, created)) await store.change(id, () => null).catch(() => undefined);
    throw thrown instanceof AppError ? thrown : fail('internal', {}, thrown);
  }
}
