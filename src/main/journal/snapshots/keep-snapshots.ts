/** Keeps a snapshot of what a call of a window deletes: before it is sent, with the result after it. */
import type { ServiceCall } from '#contract/dispatch.ts';
import { AppError, fail } from '#contract/errors.ts';
import type { SnapshotData } from '#contract/journal/snapshot.ts';
import type { SnapshotChoice } from '#contract/journal/snapshot-choice.ts';
import type { DeletionWatch, KeepSnapshot } from '../../gateway/keep-snapshot';
import { mayHaveCreated } from '../../impersonation/request-session';
import type { Sender, Target } from '../../remote/send';
import type { JournalRecords } from '../journal-records';
import { hasServerAccess, isKeepable, readTeamSnapshot, readUserSnapshot } from './read-snapshot';

export interface KeepSnapshotsDeps {
  readonly sender: Pick<Sender, 'send'>;
  readonly request: JournalRecords['request'];
  readonly newId: () => string;
  /** Time in milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether the policy forbids snapshots. */
  readonly isForbidden: () => boolean;
  readonly setting: () => { readonly isOn: boolean; readonly isLocked: boolean };
  /** Receives the code of what a snapshot wasn't kept for. */
  readonly onFailure: (code: string) => void;
}

/** Creates the function. It rejects if the user asked for a snapshot, and none can be kept. */
export function createKeepSnapshots(deps: KeepSnapshotsDeps): KeepSnapshot {
  const { request, newId, now } = deps;
  return async (call, target, watch) => {
    const choice = choiceOf(deps, call.snapshot);
    if (choice === 'none' || call.endpoint.snapshot === undefined) return null;
    const id = newId();
    const data = await readData(deps, call, target, watch, choice);
    // The policy may have come while the user or the team was read.
    if (data === null || choiceOf(deps, call.snapshot) === 'none') return null;
    try {
      const { connectionId } = call;
      if (!isKeepable(data)) throw fail('response-too-large');
      const destination = target.destination ?? '';
      await request({ op: 'put-snapshot', id, connectionId, destination, takenAtMillis: Math.max(0, Math.round(now())), data });
    } catch (thrown) {
      return refused(deps, choice, thrown);
    }
    return {
      id,
      before: data.kind === 'user' ? data.user : data.team,
      async finish(outcome) {
        const result = outcome.ok ? 'done' : mayBeDeleted(outcome) ? 'unknown' : 'failed';
        await request({ op: 'finish-snapshot', id, result }).catch(() => deps.onFailure('not-finished'));
      },
    };
  };
}

/** Returns what applies: the policy's decision before the user's, and that before the setting. `if-possible` where no one asked. */
function choiceOf({ isForbidden, setting }: KeepSnapshotsDeps, asked: SnapshotChoice | undefined): SnapshotChoice | 'if-possible' {
  if (isForbidden()) return 'none';
  const { isOn, isLocked } = setting();
  if (isLocked) return isOn ? 'keep' : 'none';
  return asked ?? (isOn ? 'if-possible' : 'none');
}

/** Resolves to null where nothing is kept: what doesn't exist, or can't be read and wasn't asked for. */
async function readData(
  deps: KeepSnapshotsDeps,
  call: ServiceCall,
  target: Target,
  watch: DeletionWatch,
  choice: Exclude<SnapshotChoice, 'none'> | 'if-possible',
): Promise<SnapshotData | null> {
  const source = { sender: deps.sender, target, options: { watch: watch.watch } };
  const { accountId, input } = call;
  const params = input.params as { readonly user_id?: string; readonly id?: string };
  try {
    if (call.endpoint.snapshot === 'user') return await readUserSnapshot(source, params.user_id ?? '');
    // With a key, more is known than by a member's session.
    const account = hasServerAccess(target) || watch.session === undefined ? null : { accountId: accountId ?? '', session: watch.session };
    return await readTeamSnapshot(source, params.id ?? '', account);
  } catch (thrown) {
    // The deletion says so itself.
    if (thrown instanceof AppError && isGone(thrown)) return null;
    return refused(deps, choice, thrown);
  }
}

function refused({ onFailure }: KeepSnapshotsDeps, choice: SnapshotChoice | 'if-possible', thrown: unknown): null {
  if (thrown instanceof AppError && thrown.code === 'cancelled') throw thrown;
  const report = thrown instanceof AppError ? thrown.report : undefined;
  onFailure(report?.code ?? 'internal');
  if (choice !== 'keep') return null;
  throw fail('snapshot-not-kept', { ...(report?.status === undefined ? {} : { status: report.status }) }, thrown);
}

const goneCodes: ReadonlySet<string | undefined> = new Set(['USER_NOT_FOUND', 'TEAM_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND']);

function isGone({ report }: AppError): boolean {
  return goneCodes.has(report.known);
}

/** Whether the user or the team may be deleted after a failure: an earlier try whose response was lost may have done it. */
function mayBeDeleted({ error, requests }: { readonly error: unknown; readonly requests: number }): boolean {
  if (requests === 0) return false;
  return requests > 1 || mayHaveCreated(error) || (error instanceof AppError && isGone(error));
}
