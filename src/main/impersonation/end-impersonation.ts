/** Ends impersonations: revokes their sessions, again after a failure, and removes their accounts. */
import type { Account } from '#contract/bridge/accounts.ts';
import { nullForAppError } from '#contract/errors.ts';
import type { ImpersonationEnd } from '#contract/journal/journal-entry.ts';
import type { RecordImpersonationEnd } from '../ports/write-recorder';
import type { Topic } from '../runtime/topics';
import type { Sessions } from '../session/sessions';
import type { ProcessLease } from './process-lease';
import type { RecordStore } from './record-store';
import type { ImpersonationRecord } from './records-file';
import { type RevokeDeps, type RevokeOutcome, revokeSession } from './revoke-session';

export interface Endings {
  /**
   * Removes the account and revokes the session. Resolves to whether it is revoked. Calls for the same impersonation share one attempt.
   * `starting` is its start, if that is in progress in this process. `how` is why it is ended, unless it is being ended already.
   */
  end(id: string, how: ImpersonationEnd['how'], starting: Promise<unknown> | undefined): Promise<boolean>;
  /** Returns the milliseconds until the session of a record is revoked again; null while that is in progress. */
  delayOf(id: string): number | null;
}

export interface EndingsDeps extends Omit<RevokeDeps, 'otherSessionIds' | 'sessions'> {
  readonly sessions: RevokeDeps['sessions'] & Pick<Sessions, 'switchToOwn' | 'forget'>;
  readonly accounts: Pick<Topic<Account[]>, 'get'>;
  readonly store: RecordStore;
  readonly lease: Pick<ProcessLease, 'holder' | 'take'>;
  readonly impersonationEnded: RecordImpersonationEnd;
}

/** Milliseconds after which a session is revoked again; the last delay repeats. */
const retryDelays = [5_000, 15_000, 60_000, 300_000] as const;

export function createEndings(deps: EndingsDeps): Endings {
  const { store, lease, clock } = deps;
  const ending = new Map<string, Promise<boolean>>();
  const retries = new Map<string, { readonly number: number; readonly at: number }>();
  const otherSessionIds = (id: string) => store.all().flatMap((other) => (other.id !== id && other.sessionId ? [other.sessionId] : []));

  const settle = async (record: ImpersonationRecord): Promise<boolean> => {
    const { outcome, hasExpired } = await revokeSession({ ...deps, otherSessionIds }, record);
    await removeAccount(deps, record);
    if (outcome === 'revoked' || hasExpired) {
      // First, so that the next start records it if this process is killed in between.
      await deps.impersonationEnded(record.id, endOf(record, deps.sessions.serverTime(record.connectionId)));
      await store.change(record.id, () => null).catch(nullForAppError);
      retries.delete(record.id);
    } else retryLater(record, outcome);
    return outcome === 'revoked';
  };
  const retryLater = ({ id }: ImpersonationRecord, outcome: Exclude<RevokeOutcome, 'revoked'>) => {
    const number = (retries.get(id)?.number ?? -1) + 1;
    retries.set(id, { number, at: clock.monotonic() + (retryDelays[number] ?? 300_000) });
    store.setProblem(id, outcome === 'later' ? null : outcome);
  };

  const run = async (id: string, how: ImpersonationEnd['how'], starting: Promise<unknown> | undefined): Promise<boolean> => {
    // Without its lease, other processes would take over what this one ends.
    await lease.take().catch(nullForAppError);
    // With a file that can't be written, the session is revoked all the same.
    const marked = await store.change(id, (now) => withEnding(now, how, lease.holder)).catch(() => store.find(id) ?? null);
    if (marked === null) return true;
    await starting?.catch(() => undefined);
    const record = store.find(id);
    if (record === undefined) return true;
    // Another process waits for the response to its request, and ends what that creates.
    return record.sessionId === null && record.holder !== lease.holder ? false : settle(record);
  };

  return {
    end(id, how, starting) {
      const known = ending.get(id) ?? run(id, how, starting).finally(() => ending.delete(id));
      ending.set(id, known);
      return known;
    },
    delayOf: (id) => (ending.has(id) ? null : (retries.get(id)?.at ?? 0) - clock.monotonic()),
  };
}

/** Returns how the impersonation of a record has ended. A session has ended when its time is up, also if it was revoked later. */
function endOf({ how = 'crashed', expiresAt }: ImpersonationRecord, nowMillis: number): ImpersonationEnd {
  const hasExpired = nowMillis >= expiresAt;
  return { how: hasExpired ? 'expired' : how, timeMillis: Math.max(0, Math.round(hasExpired ? expiresAt : nowMillis)) };
}

/** Returns the record marked as ending, by this process unless another one waits for the response that creates the session. */
function withEnding(record: ImpersonationRecord, how: ImpersonationEnd['how'], holder: string): ImpersonationRecord {
  return { ...record, how: record.how ?? how, state: 'ending', holder: record.sessionId === null ? record.holder : holder };
}

/** Removes the account of an impersonation. The account that was current before is current again. */
async function removeAccount({ sessions, accounts }: EndingsDeps, record: ImpersonationRecord): Promise<void> {
  const account = accounts.get().value.find(({ impersonationId }) => impersonationId === record.id);
  if (account === undefined) return;
  if (account.current) await sessions.switchToOwn(record.connectionId, record.previousAccountId ?? undefined).catch(nullForAppError);
  await sessions.forget(account.id).catch(nullForAppError);
}
