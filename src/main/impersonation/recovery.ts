/** What ends impersonations that their process didn't end: because it was killed, or because a file was lost. */
import type { Account } from '../../contract/bridge/accounts';
import { nullForAppError } from '../../contract/errors';
import type { Topic } from '../runtime/topic';
import type { Sessions } from '../session/sessions';
import type { ProcessLease } from './process-lease';
import type { RecordStore } from './record-store';
import type { ImpersonationRecord } from './records-file';

export interface RecoveryDeps {
  readonly store: RecordStore;
  readonly lease: ProcessLease;
  readonly accounts: Pick<Topic<Account[]>, 'get'>;
  readonly sessions: Pick<Sessions, 'reload' | 'signOut'>;
}

/** Marks the records of processes that have ended as ending, by this process. */
export async function takeOver({ store, lease, sessions }: RecoveryDeps): Promise<void> {
  const foreign = store.all().filter(({ holder }) => holder !== lease.holder);
  for (const gone of new Set(foreign.map(({ holder }) => holder))) {
    if (!(await lease.hasEnded(gone))) continue;
    await lease.take();
    await sessions.reload();
    const take = (now: ImpersonationRecord) => (now.holder === gone ? { ...now, holder: lease.holder, state: 'ending' as const } : now);
    for (const { id } of foreign.filter(({ holder }) => holder === gone)) await store.change(id, take);
  }
}

/** Signs out accounts whose record is missing, because the file was deleted or couldn't be read. */
export async function endOrphans({ store, accounts, sessions }: RecoveryDeps, isStarting: (id: string) => boolean): Promise<void> {
  const isOrphan = ({ impersonationId }: Account) =>
    impersonationId !== undefined && !isStarting(impersonationId) && store.find(impersonationId) === undefined;
  if (!accounts.get().value.some(isOrphan)) return;
  await store.reload();
  for (const { id } of accounts.get().value.filter(isOrphan)) await sessions.signOut(id).catch(nullForAppError);
}
