/** What an entry changed, value by value, for the rows of a history. */
import { changedFields, fieldOf, itemsOf } from '#contract/journal/changed-fields.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { changesBetween, type JsonChange } from '#parts/conflict/json-changes.ts';
import type { FieldChange } from '../diff-lines';
import { type ChangedEntry, changesOf } from '../entry-changes';

/** Lists whose items are distinguished by a field, and are sent as a whole. */
const lists: Readonly<Record<string, string>> = {
  domains: 'domain',
  oauth_providers: 'id',
  team_creator_default_permissions: 'id',
  team_member_default_permissions: 'id',
  user_default_permissions: 'id',
};

/** Writes that store what they send. Of others, the sentence says it all. */
const storing = /^\w+\.(?:update|override|set|create(?!Session))/;

/** Returns the fields that an entry changed, further into objects and lists. Where the old value isn't known, each field that was sent counts as new. */
export function valueChangesOf(entry: ChangedEntry): readonly JsonChange[] {
  if (!storing.test(entry.endpoint)) return [];
  const isConfiguration = entry.endpoint.startsWith('config.');
  return changesOf(entry).changes.flatMap((change) =>
    change.field === null ? [] : valuesOf(isConfiguration ? change.field.split('.') : [change.field], change),
  );
}

function valuesOf(path: readonly string[], { field, before, after }: FieldChange): readonly JsonChange[] {
  const id = fieldOf(lists, field ?? '');
  if (id !== undefined && Array.isArray(after)) return itemChanges(path, before, after, id);
  if (before === undefined) return [{ path, before, after: after as JsonValue }];
  return changesBetween(before as JsonValue, after as JsonValue).map((change) => ({ ...change, path: [...path, ...change.path] }));
}

function itemChanges(path: readonly string[], before: unknown, after: unknown, id: string): readonly JsonChange[] {
  const byId = (list: unknown) => new Map(itemsOf(list).map((item) => [String(item[id]), item]));
  const [old, made] = [byId(before), byId(after)];
  return [...new Set([...old.keys(), ...made.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), made.get(key)];
    if (was !== undefined && is !== undefined && Object.keys(changedFields(is, was)).length === 0) return [];
    return [{ path: [...path, key], before: was as JsonValue | undefined, after: is as JsonValue | undefined }];
  });
}
