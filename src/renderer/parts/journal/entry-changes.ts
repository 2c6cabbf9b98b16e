/** What a write changed, field by field. */
import { type Fields, fieldOf, fieldsOf, flatProject, isSameValue, parseConfiguration } from '#contract/journal/changed-fields.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { targetOf } from '#contract/journal/old-value.ts';
import type { FieldChange } from './diff-lines';

/** What the changes of an entry are found in. */
export type ChangedEntry = Pick<JournalEntry, 'endpoint' | 'personal' | 'outcome'>;

export interface EntryChanges {
  readonly changes: readonly FieldChange[];
  /** Fields that were sent with the value that they had. */
  readonly unchanged: number;
  /** Whether the old value is known. Without it, only what was sent is. */
  readonly isOldKnown: boolean;
}

const noChanges: EntryChanges = { changes: [], unchanged: 0, isOldKnown: false };

/** Returns what an entry changed, or would have: of what failed, too. Nothing for one that is erased. */
export function changesOf({ endpoint, personal, outcome }: ChangedEntry): EntryChanges {
  if (personal === null) return noChanges;
  const { params, query, body } = fieldsOf(personal.request);
  const old = personal.before === null ? undefined : targetOf(endpoint, { params, query, body }, personal.before);
  const sent = flat(endpoint, body);
  const names = Object.keys(sent).filter((name) => sent[name] !== undefined);
  if (names.length === 0)
    return old === undefined ? noChanges : { changes: [{ field: null, before: old }], unchanged: 0, isOldKnown: true };
  const before = flat(endpoint, old);
  const made = flat(endpoint, outcome?.made);
  const afterOf = (field: string) => (Object.hasOwn(made, field) ? made : sent)[field];
  const changes = names.map((field) => changeOf(field, old === undefined ? undefined : before, afterOf(field)));
  const changed = changes.filter((change) => !('before' in change && isSameValue(change.before, change.after)));
  return { changes: changed, unchanged: changes.length - changed.length, isOldKnown: old !== undefined };
}

function changeOf(field: string, before: Fields | undefined, after: unknown): FieldChange {
  return before !== undefined && Object.hasOwn(before, field) ? { field, before: before[field], after } : { field, after };
}

/** Settings of a project are compared without their second level, and configuration by its keys. */
function flat(endpoint: string, value: unknown): Fields {
  if (endpoint === 'projects.update') return flatProject(value);
  const fields = fieldsOf(value);
  const text = fieldOf(fields, 'config_override_string') ?? fieldOf(fields, 'config_string');
  return endpoint.startsWith('config.') ? (parseConfiguration(text) ?? fields) : fields;
}
