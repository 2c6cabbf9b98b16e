/** Offers a window to undo what it has just written. */
import { changedFields, flatProject } from '#contract/journal/changed-fields.ts';
import { targetOf } from '#contract/journal/old-value.ts';
import { refusalOfEntry } from '#contract/journal/plan-undo.ts';
import type { RecordedWrite } from '../../ports/write-recorder';
import type { Runtime } from '../../runtime/create-runtime';
import { endpointNameOf } from '../write-facts';
import { createdAgain } from './undo-target';

/** Tells the window that made a write that it can undo it. An undo isn't offered again: the journal can undo it too. Neither is a step of what is applied, which is undone as a whole. */
export function offerUndo({ offerUndo: push }: Pick<Runtime, 'offerUndo'>, seq: number, write: RecordedWrite, value: unknown): void {
  const { windowId, connectionId, undoes, source } = write.origin ?? {};
  const endpoint = endpointNameOf(write.endpoint);
  if (windowId === undefined || connectionId === undefined || endpoint === undefined || undoes !== undefined || source === 'apply') return;
  if (isUndoable(write, endpoint, value)) push({ seq, connectionId, endpoint }, windowId);
}

/** Whether there is something to undo, as far as a write and its response tell. */
function isUndoable({ endpoint, input, origin, credential }: RecordedWrite, name: string, response: unknown): boolean {
  const rule = endpoint.journal;
  if (rule === undefined || !('subject' in rule) || createdAgain.has(name)) return false;
  const { before } = origin ?? {};
  const entry = { endpoint: name, rule, input, ...(before === undefined ? {} : { before }), response };
  // Which releases can't is shown in the dialog.
  if (refusalOfEntry(entry, { byAccount: credential?.kind === 'account', has: () => true }) !== null) return false;
  const changes = changedFields(flatProject(input.body), flatProject(targetOf(name, input, before)));
  return !('restore' in rule.undo) || name.startsWith('config.') || Object.keys(changes).length > 0;
}
