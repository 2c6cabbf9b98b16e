/** What sentences and undo plans take from an entry. */
import type { Endpoint } from '../definitions';
import { fieldsOf } from './changed-fields';
import type { JournalEntry } from './journal-entry';
import type { SentenceEntry } from './journal-sentence';
import type { WriteInput } from './old-value';
import type { UndoEntry } from './undo-plan';

/** Returns what the sentence of an entry follows from. One in progress may have been done, and so has the sentence of an unknown outcome. */
export function sentenceEntryOf({ endpoint, actor, source, impersonation, outcome, personal }: JournalEntry): SentenceEntry {
  return {
    endpoint,
    input: inputOf(personal),
    result: outcome?.result ?? 'unknown',
    byAccount: actor.kind === 'account',
    ...(source === 'app' && impersonation !== null ? { endsImpersonation: true } : {}),
    ...(personal === null || personal.before === null ? {} : { before: personal.before }),
    names: personal?.names ?? {},
  };
}

/** Returns what the undo of an entry is planned from. Null if it has no undo: its personal part is erased, or the endpoint has no rule. */
export function undoEntryOf({ endpoint, outcome, personal }: JournalEntry, { journal: rule }: Endpoint): UndoEntry | null {
  if (personal === null || rule === undefined || !('subject' in rule)) return null;
  const { id } = rule.subject;
  const created = id?.startsWith('response.') === true ? { [id.slice('response.'.length)]: outcome?.createdId ?? undefined } : {};
  return {
    endpoint,
    rule,
    input: inputOf(personal),
    ...(personal.before === null ? {} : { before: personal.before }),
    response: { ...fieldsOf(outcome?.made), ...created },
  };
}

function inputOf(personal: JournalEntry['personal']): WriteInput {
  const { params, query, body } = fieldsOf(personal?.request);
  return { params, query, body };
}
