/** Impersonations of this profile: their start, their end, and the checks that end them automatically. */
import type { Account } from '#contract/bridge/accounts.ts';
import { nullForAppError } from '#contract/errors.ts';
import type { ImpersonationEnd } from '#contract/journal/journal-entry.ts';
import type { AllowedChange } from '../gateway/create-gateway';
import type { RecordImpersonationEnd } from '../ports/write-recorder';
import { withinLimit } from '../runtime/pending';
import type { Topic } from '../runtime/topics';
import type { Sessions } from '../session/sessions';
import { createEndings, type EndingsDeps } from './end-impersonation';
import type { ProcessLease } from './process-lease';
import type { RecordStore } from './record-store';
import type { ImpersonationRecord } from './records-file';
import { revokeLimitMillis } from './revoke-session';
import { type StartDeps, type StartRequest, startImpersonation } from './start-impersonation';

export interface Impersonations {
  /** `assertAllowed` runs right before the session is requested. */
  start(request: StartRequest, assertAllowed: AllowedChange): Promise<{ id: string; accountId: string }>;
  /** Removes the account of an impersonation that its user ends, and revokes its session. Resolves to whether it is revoked; if not, that is repeated. */
  end(id: string): Promise<boolean>;
  /** Ends the impersonations on a connection, within 5 s, before its keys are deleted. */
  endAllOf(connectionId: string): Promise<void>;
  /** Makes the account before an impersonation the connection's current one. */
  leave(connectionId: string): Promise<void>;
  /** Returns the number of those that this process started, and that go on. */
  running(): number;
  /** Ends what needs to end now, and schedules the next check. Never rejects. */
  check(): Promise<void>;
  /** Ends the impersonations that this process started, within 3 s. Resolves at once if there are none. */
  close(): Promise<void>;
}

export interface ImpersonationsDeps extends StartDeps, EndingsDeps, RecoveryDeps {
  readonly sessions: StartDeps['sessions'] & EndingsDeps['sessions'] & RecoveryDeps['sessions'];
  readonly lease: ProcessLease;
  readonly clock: StartDeps['clock'];
  readonly newId: () => string;
  /** Whether the policy of the machine forbids impersonation: then all of this process end. */
  readonly isForbidden: () => boolean;
}

/** Maximum duration (ms) of revoking sessions when the app quits. */
const quitLimitMillis = 3_000;
/** Milliseconds between two checks of other processes, and the maximum between any two, because timers stop while the machine sleeps. */
const processCheckMillis = 5_000;
const maxCheckMillis = 30_000;
/** Minimum delay, so that a clock that jumps can't cause a loop. */
const minCheckMillis = 100;

/** Creates the service. Nothing is read or ended until `check`. */
export function createImpersonations(deps: ImpersonationsDeps): Impersonations {
  const { store, sessions, accounts, clock, lease } = deps;
  const closing = new AbortController();
  const starting = new Map<string, Promise<unknown>>();
  const endings = createEndings(deps);
  let cancelTimer = () => {};

  const isOwn = ({ holder }: ImpersonationRecord) => holder === lease.holder;
  const end = (id: string, how: ImpersonationEnd['how']) => endings.end(id, how, starting.get(id));
  const endAll = (records: readonly ImpersonationRecord[], how: ImpersonationEnd['how'], limitMillis: number) =>
    withinLimit(Promise.all(records.map(({ id }) => end(id, how))), limitMillis, clock);

  /** Returns the milliseconds until a record has to be ended or checked; null while that is in progress. */
  const delayOf = (record: ImpersonationRecord): number | null => {
    if (starting.has(record.id)) return null;
    if (!isOwn(record)) return processCheckMillis;
    if (record.state === 'ending') return endings.delayOf(record.id);
    if (deps.isForbidden()) return 0;
    return hasSession(accounts.get().value, record.id) ? record.expiresAt - sessions.serverTime(record.connectionId) : 0;
  };
  const endDue = async () => {
    const due = store.all().filter((record) => (delayOf(record) ?? 1) <= 0);
    await Promise.all(due.map((record) => end(record.id, reasonOf(record)).catch(() => false)));
  };
  /** Why a record ends automatically. Its account is gone if someone signed out of it, and refused if its session no longer exists. */
  const reasonOf = (record: ImpersonationRecord): ImpersonationEnd['how'] => {
    if (deps.isForbidden()) return 'policy';
    if (record.expiresAt <= sessions.serverTime(record.connectionId)) return 'expired';
    return accounts.get().value.some(({ impersonationId }) => impersonationId === record.id) ? 'revoked' : 'user';
  };
  const steps = [() => takeOver(deps), () => endOrphans(deps, (id) => starting.has(id)), endDue];
  const schedule = () => {
    cancelTimer();
    // An account without a record stays until it can be signed out.
    const isOver = store.all().length === 0 && accounts.get().value.every(({ impersonationId }) => impersonationId === undefined);
    if (closing.signal.aborted || isOver) return;
    const delays = store.all().map((record) => delayOf(record) ?? maxCheckMillis);
    cancelTimer = clock.after(Math.max(minCheckMillis, Math.min(maxCheckMillis, ...delays)), () => void check());
  };
  const check = async (): Promise<void> => {
    if (closing.signal.aborted) return;
    for (const step of steps) await step().catch(() => undefined);
    schedule();
  };

  return {
    start(request, assertAllowed) {
      const id = deps.newId();
      const run = startImpersonation(deps, id, request, { assertAllowed, signal: closing.signal }).finally(() => {
        starting.delete(id);
        // Ends what a failed start has left, and schedules the end of the session.
        void check();
      });
      starting.set(id, run);
      return run;
    },
    end: (id) => end(id, 'user').finally(schedule),
    endAllOf: (connectionId) =>
      endAll(
        store.all().filter((record) => record.connectionId === connectionId),
        'connection',
        revokeLimitMillis,
      ),
    async leave(connectionId) {
      const current = accounts.get().value.find((account) => account.connectionId === connectionId && account.current);
      const record = store.find(current?.impersonationId ?? '');
      await sessions.switchToOwn(connectionId, record?.previousAccountId ?? undefined);
    },
    running: () => store.all().filter((record) => isOwn(record) && record.state !== 'ending').length,
    check,
    async close() {
      closing.abort();
      cancelTimer();
      const own = store.all().filter(isOwn);
      if (own.length > 0) await endAll(own, 'closed', quitLimitMillis);
      await lease.release();
    },
  };
}

function hasSession(accounts: readonly Account[], id: string): boolean {
  return accounts.some(({ impersonationId, state }) => impersonationId === id && state !== 'invalid');
}

/** What ends impersonations that their process didn't end: because it was killed, or because a file was lost. */
interface RecoveryDeps {
  readonly store: RecordStore;
  readonly lease: ProcessLease;
  readonly accounts: Pick<Topic<Account[]>, 'get'>;
  readonly sessions: Pick<Sessions, 'reload' | 'signOut' | 'serverTime'>;
  readonly impersonationEnded: RecordImpersonationEnd;
}

/** Marks the records of processes that have ended as ending, by this process. */
async function takeOver({ store, lease, sessions }: RecoveryDeps): Promise<void> {
  const foreign = store.all().filter(({ holder }) => holder !== lease.holder);
  for (const gone of new Set(foreign.map(({ holder }) => holder))) {
    if (!(await lease.hasEnded(gone))) continue;
    await lease.take();
    await sessions.reload();
    // One that has no reason yet was in progress.
    const take = (now: ImpersonationRecord) =>
      now.holder === gone ? { ...now, how: now.how ?? ('crashed' as const), holder: lease.holder, state: 'ending' as const } : now;
    for (const { id } of foreign.filter(({ holder }) => holder === gone)) await store.change(id, take);
  }
}

/** Signs out accounts whose record is missing, because the file was deleted or couldn't be read. */
async function endOrphans(
  { store, accounts, sessions, impersonationEnded }: RecoveryDeps,
  isStarting: (id: string) => boolean,
): Promise<void> {
  const isOrphan = ({ impersonationId }: Account) =>
    impersonationId !== undefined && !isStarting(impersonationId) && store.find(impersonationId) === undefined;
  if (!accounts.get().value.some(isOrphan)) return;
  await store.reload();
  for (const { id, connectionId, impersonationId = '' } of accounts.get().value.filter(isOrphan)) {
    const signedOut = await sessions.signOut(id).catch(nullForAppError);
    const timeMillis = Math.max(0, Math.round(sessions.serverTime(connectionId)));
    if (signedOut !== null) await impersonationEnded(impersonationId, { how: 'crashed', timeMillis });
  }
}
