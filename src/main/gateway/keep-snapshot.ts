/** What keeps a snapshot of a user or a team before a call of a window deletes it. */
import type { ServiceCall } from '#contract/dispatch.ts';
import type { CallWatch } from '../remote/call-watch';
import type { Target, TokenSource } from '../remote/send';

/** What the reads before a deletion are made with. */
export interface DeletionWatch {
  readonly watch: CallWatch;
  /** The session of a call by an account. */
  readonly session?: TokenSource | undefined;
}

/** How the deletion ended, with the number of requests that were sent. */
type DeletionOutcome = { readonly ok: true } | { readonly ok: false; readonly error: unknown; readonly requests: number };

interface KeptSnapshot {
  readonly id: string;
  /** The user or the team, as it was read. */
  readonly before: unknown;
  /** Stores how the deletion ended. Never rejects. */
  finish(outcome: DeletionOutcome): Promise<void>;
}

/** Resolves to null where nothing is kept. Rejects if the deletion mustn't be made: with `snapshot-not-kept`, or because it was canceled. */
export type KeepSnapshot = (call: ServiceCall, target: Target, watch: DeletionWatch) => Promise<KeptSnapshot | null>;

/** Creates the function that keeps nothing until `keepSnapshotsBy` says by what, which depends on the gateway itself. */
export function createSnapshotKeeper(): { readonly keepSnapshot: KeepSnapshot; readonly keepSnapshotsBy: (keep: KeepSnapshot) => void } {
  let used: KeepSnapshot = async () => null;
  return {
    keepSnapshot: (...of) => used(...of),
    keepSnapshotsBy(keep) {
      used = keep;
    },
  };
}
