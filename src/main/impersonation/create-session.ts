/** Creates a session of a user that isn't flagged as impersonation, for tests and programs. */
import type { Account } from '#contract/bridge/accounts.ts';
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { SecretReference } from '#contract/service/models/secret.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { Translator } from '#messages/translator.ts';
import type { HostConfirmations } from '../callback/host-confirmations';
import type { AllowedChange, Gateway } from '../gateway/create-gateway';
import type { Caller } from '../ports/caller';
import type { Clock } from '../ports/ports';
import type { Connections } from '../records/connections';
import type { Sender, Target } from '../remote/send';
import type { PendingWrites } from '../runtime/pending';
import type { Topic } from '../runtime/topics';
import type { Sessions } from '../session/sessions';
import type { CreatedSessionRecord, CreatedSessions } from './created-sessions-file';
import { type CreatedSession, mayHaveCreated, requestSession, revokeCreated } from './request-session';
import { revealConfirmation, sessionConfirmation } from './token-confirmation';

export interface CreateSessionDeps {
  readonly sender: Sender;
  readonly sessions: Pick<Sessions, 'target' | 'serverTime'>;
  readonly connections: Pick<Connections, 'destinationOf' | 'find'>;
  readonly gateway: Pick<Gateway, 'sendWrite' | 'replaceSecrets'>;
  readonly hostConfirmations: HostConfirmations;
  readonly translator: () => Translator;
  readonly clock: Clock;
  readonly accounts: Pick<Topic<Account[]>, 'get'>;
  readonly createdSessions: CreatedSessions;
  readonly pendingWrites: PendingWrites;
  readonly newId: () => string;
}

export interface NewSession {
  readonly connectionId: string;
  readonly userId: string;
  readonly durationMillis: number;
}

export interface SessionReference {
  readonly sessionId: string;
  readonly expiresAt: number;
  readonly refreshToken: SecretReference;
}

/**
 * Creates the session once the user has confirmed that outside the page, and records it first. A session that can't be used, because its ID is
 * missing or can't be recorded, is revoked. `assertAllowed` runs right before the request.
 */
export async function createSession(
  deps: CreateSessionDeps,
  request: NewSession,
  assertAllowed: AllowedChange,
  caller: Caller,
): Promise<SessionReference> {
  const { connectionId, userId, durationMillis } = request;
  const { sender, sessions, connections, hostConfirmations, translator, pendingWrites } = deps;
  const destination = connections.destinationOf(connectionId);
  const target = await sessions.target(connectionId, destination);
  const user = await sender.send(catalog.users.read, 'project', target, { params: { user_id: userId } }, { once: true });
  const shown = { user, baseUrl: target.baseUrl, expiresAt: sessions.serverTime(connectionId) + durationMillis };
  await hostConfirmations.request(sessionConfirmation(translator(), shown), caller, new AbortController().signal);
  const record = newRecord(deps, request, user, destination ?? '');
  // Quitting waits for this, and not for the user.
  const { created, sessionId, expiresAt } = await pendingWrites.add(createRecorded(deps, target, record, durationMillis, assertAllowed));
  const assertRevealed = (window: Caller) =>
    hostConfirmations.request(revealConfirmation(translator(), user), window, new AbortController().signal);
  const owner = { windowId: caller.windowId, connectionId, destination, assertRevealed };
  const { token } = deps.gateway.replaceSecrets<{ token: unknown }>({ token: created.refreshToken }, ['token'], owner);
  return { sessionId, expiresAt, refreshToken: token as SecretReference };
}

async function createRecorded(
  deps: CreateSessionDeps,
  target: Target,
  record: CreatedSessionRecord,
  durationMillis: number,
  assertAllowed: AllowedChange,
): Promise<{ readonly created: CreatedSession; readonly sessionId: string; readonly expiresAt: number }> {
  await deps.createdSessions.add(record);
  const created = await create(deps, target, record, durationMillis, assertAllowed);
  const expiresAt = deps.sessions.serverTime(record.connectionId) + durationMillis;
  return { created, expiresAt, sessionId: await revokedUnlessRecorded(deps, target, record, created, expiresAt) };
}

function newRecord(
  { connections, accounts, sessions, newId }: CreateSessionDeps,
  { connectionId, durationMillis }: NewSession,
  user: ServerUser,
  destination: string,
): CreatedSessionRecord {
  const { name, owner } = connections.find(connectionId);
  const current = accounts.get().value.find((account) => account.connectionId === connectionId && account.current);
  const own = current?.impersonationId === undefined ? current : undefined;
  const requestedAt = sessions.serverTime(connectionId);
  return {
    id: newId(),
    connectionId,
    connectionName: name,
    destination,
    userId: user.id,
    displayName: user.display_name,
    primaryEmail: user.primary_email,
    by: own?.displayName ?? own?.primaryEmail ?? owner?.name ?? null,
    requestedAt,
    expiresAt: requestedAt + durationMillis,
    sessionId: null,
    state: 'requested',
  };
}

/** Removes the record if the service has certainly not created the session. */
async function create(
  { sender, gateway, createdSessions }: CreateSessionDeps,
  target: Target,
  { id, connectionId, userId }: CreatedSessionRecord,
  durationMillis: number,
  assertAllowed: AllowedChange,
): Promise<CreatedSession> {
  const body = { userId, durationMillis, isImpersonation: false };
  try {
    return await gateway.sendWrite({ endpoint: 'auth.createSession', connectionId }, () =>
      requestSession(sender, target, body, { assertAllowed, origin: { source: 'window', connectionId, note: assertAllowed.note } }),
    );
  } catch (thrown) {
    if (!mayHaveCreated(thrown)) await createdSessions.change(id, () => null).catch(() => undefined);
    throw thrown;
  }
}

async function revokedUnlessRecorded(
  { sender, clock, createdSessions }: CreateSessionDeps,
  target: Target,
  { id }: CreatedSessionRecord,
  created: CreatedSession,
  expiresAt: number,
): Promise<string> {
  const { sessionId } = created;
  try {
    if (sessionId === null) throw fail('bad-response', { path: 'access_token' });
    await createdSessions.change(id, (known) => ({ ...known, sessionId, expiresAt, state: 'created' }));
    return sessionId;
  } catch (thrown) {
    const isRevoked = await revokeCreated(sender, clock, target, created);
    if (isRevoked) await createdSessions.change(id, (known) => ({ ...known, sessionId, state: 'revoked' })).catch(() => undefined);
    throw thrown;
  }
}
