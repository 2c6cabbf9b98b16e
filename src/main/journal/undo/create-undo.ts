/** Undoing what the journal has: what it would do, doing it, and offering it to the window that made a write. */
import { createHash } from 'node:crypto';
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import type { Caller } from '../../ports/caller';
import { withEntered } from './entered-secrets';
import { prepareUndo, refusedUndo } from './prepare-undo';
import { sendUndo } from './send-undo';
import { createApplyUndo, type UndoDeps } from './undo-apply';
import { undoTargetOf } from './undo-target';

type UndoHandlers = Handlers<Bridge, Caller>['undo'];

/** Creates the handlers of undoing. */
export function createUndo(deps: UndoDeps): UndoHandlers {
  const read = async (seq: number) => {
    const entry = await deps.readEntry(seq);
    if (entry === null) throw fail('object-gone');
    const undo = entry.undoneBy === null ? null : await deps.readEntry(entry.undoneBy);
    return { entry, target: undoTargetOf(deps, entry, undo) };
  };
  const run: UndoHandlers['run'] = async ({ seq, connectionId, fingerprint, secrets, note }, caller) => {
    const { target } = await read(seq);
    if (typeof target === 'string' || target.connectionId !== connectionId) throw fail('changed-elsewhere');
    const { shown, steps } = await prepareUndo(deps, target);
    if (shown.reason !== null || shown.fingerprint !== fingerprint) throw fail('changed-elsewhere');
    const origin = { undoes: seq, ...(note === undefined || note === '' ? {} : { note }) };
    const entered = withEntered(shown.asks, steps, secrets);
    // What is confirmed is kept as a hash.
    const confirmed = { undoes: seq, fingerprint, secrets: createHash('sha256').update(JSON.stringify(secrets)).digest('base64') };
    return sendUndo(deps, target, { steps: entered, origin, confirmed, caller });
  };
  const running = new Map<number, Promise<unknown>>();
  return {
    async check({ seq }) {
      const { target } = await read(seq);
      return { reason: typeof target === 'string' ? target : null };
    },
    async plan({ seq }) {
      const { entry, target } = await read(seq);
      if (typeof target === 'string') return refusedUndo(target, entry.connectionId);
      return (await prepareUndo(deps, target)).shown;
    },
    async run(asked, caller) {
      const { seq } = asked;
      // A second window's undo of the same entry is planned after the first, which it would repeat otherwise.
      const own = (running.get(seq) ?? Promise.resolve()).catch(() => undefined).then(() => run(asked, caller));
      running.set(seq, own);
      try {
        return await own;
      } finally {
        if (running.get(seq) === own) running.delete(seq);
      }
    },
    ...createApplyUndo(deps),
  };
}
