/** Undoes a configuration that was applied: its steps from the last to the first, confirmed once. */
import { createHash } from 'node:crypto';
import type { Bridge } from '#contract/bridge/index.ts';
import { partSecret } from '#contract/bridge/undo.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail, toReport } from '#contract/errors.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import type { UndoStep } from '#contract/journal/undo-plan.ts';
import { fingerprintOf } from '../../gateway/confirmations';
import type { Caller } from '../../ports/caller';
import { withEntered } from './entered-secrets';
import { type PrepareDeps, type PreparedUndo, prepareUndo, refusedUndo } from './prepare-undo';
import { checkUndo, type SendUndoDeps, sendApproved } from './send-undo';
import { type UndoTarget, type UndoTargetDeps, undoTargetOf } from './undo-target';

export interface UndoDeps extends PrepareDeps, SendUndoDeps, UndoTargetDeps {
  /** Resolves to an entry; null if there is none. Rejects with an `AppError` without the journal. */
  readonly readEntry: (seq: number) => Promise<JournalEntry | null>;
  /** Resolves to the entries of a job or an apply, the newest first. Rejects like `readEntry`. */
  readonly readEntriesOf: (job: string) => Promise<readonly JournalEntry[]>;
}

interface Part extends PreparedUndo {
  readonly seq: number;
  /** Null if it is refused without a read. */
  readonly target: UndoTarget | null;
}

interface Undoable extends Part {
  readonly target: UndoTarget;
}

type ApplyHandlers = Pick<Handlers<Bridge, Caller>['undo'], 'planApply' | 'runApply'>;
type Secrets = Readonly<Record<string, string>>;

/** Creates the handlers. */
export function createApplyUndo(deps: UndoDeps): ApplyHandlers {
  return {
    async planApply({ job }) {
      const parts = await prepareParts(deps, job);
      return {
        connectionId: parts[0]?.shown.connectionId ?? null,
        parts: parts.map(({ seq, shown }) => ({ seq, undo: shown })),
        fingerprint: fingerprintOfParts(parts),
      };
    },
    async runApply({ job, connectionId, fingerprint, secrets }, caller) {
      const parts = await prepareParts(deps, job);
      const undoable = parts.filter((part): part is Undoable => part.target !== null && part.shown.reason === null);
      const isPlanned = fingerprintOfParts(parts) === fingerprint && undoable.every(({ target }) => target.connectionId === connectionId);
      if (!isPlanned || undoable.length === 0) throw fail('changed-elsewhere');
      const planned = undoable.map((part) => ({ undo: part.target, steps: enteredOf(part, secrets) }));
      const hash = createHash('sha256').update(JSON.stringify(secrets)).digest('base64');
      const allowed = checkUndo(deps, planned, { undoes: job, fingerprint, secrets: hash }, caller);
      for (const [done, part] of undoable.entries()) {
        try {
          // What was undone before it may have changed what it is planned from.
          const fresh = done === 0 ? part : { ...part, ...(await prepareUndo(deps, part.target)) };
          if (fresh.shown.reason === 'unchanged') continue;
          if (fresh.shown.reason !== null) throw fail('changed-elsewhere');
          const origin = { undoes: part.seq };
          const { error } = await sendApproved(deps, part.target, { steps: enteredOf(fresh, secrets), origin, allowed, caller });
          if (error !== null) return { done, of: undoable.length, error };
        } catch (thrown) {
          if (done === 0) throw thrown;
          return { done, of: undoable.length, error: toReport(thrown) };
        }
      }
      return { done: undoable.length, of: undoable.length, error: null };
    },
  };
}

async function prepareParts(deps: UndoDeps, job: string): Promise<readonly Part[]> {
  const entries = (await deps.readEntriesOf(job)).filter(({ source, outcome }) => source === 'apply' && outcome?.result !== 'failed');
  if (entries.length === 0) throw fail('object-gone');
  const parts: Part[] = [];
  for (const entry of entries) {
    const undo = entry.undoneBy === null ? null : await deps.readEntry(entry.undoneBy);
    const target = undoTargetOf(deps, entry, undo);
    const { seq, connectionId } = entry;
    if (typeof target === 'string') parts.push({ seq, target: null, shown: refusedUndo(target, connectionId), steps: [] });
    else parts.push({ seq, target, ...(await prepareUndo(deps, target)) });
  }
  return parts;
}

const fingerprintOfParts = (parts: readonly Part[]): string =>
  fingerprintOf(parts.map(({ seq, shown }) => [seq, shown.reason, shown.fingerprint]));

/** Returns the steps of a part with its secrets. Throws `bad-input` without one. */
function enteredOf({ seq, shown, steps }: Part, secrets: Secrets): readonly UndoStep[] {
  const own = Object.fromEntries(
    shown.asks.flatMap(({ path }) => {
      const name = partSecret(seq, path);
      return Object.hasOwn(secrets, name) ? [[path, secrets[name] ?? '']] : [];
    }),
  );
  return withEntered(shown.asks, steps, own);
}
