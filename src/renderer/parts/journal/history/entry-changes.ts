/** What an entry changed, value by value. */
import { changedFields, fieldOf, fieldsOf, flatProject, itemsOf } from '#contract/journal/changed-fields.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { targetOf } from '#contract/journal/old-value.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { changesBetween, type JsonChange } from '#parts/conflict/json-changes.ts';

/** Lists whose items are told apart by a field, and are sent as a whole. */
const lists: Readonly<Record<string, string>> = {
  domains: 'domain',
  oauth_providers: 'id',
  team_creator_default_permissions: 'id',
  team_member_default_permissions: 'id',
  user_default_permissions: 'id',
};

/** Writes that store what they send. Of others, the sentence says it all. */
const storing = /^\w+\.(?:update|override|set|create(?!Session))/;

/** Without fields that were sent as they were. Where the old value isn't known, each field that was sent counts as new. */
export function changesOf({ endpoint, personal }: Pick<JournalEntry, 'endpoint' | 'personal'>): readonly JsonChange[] {
  if (personal === null || !storing.test(endpoint)) return [];
  const { params, query, body } = fieldsOf(personal.request);
  const isProject = endpoint === 'projects.update';
  const target = personal.before === null ? undefined : targetOf(endpoint, { params, query, body }, personal.before);
  const before = isProject ? flatProject(target) : fieldsOf(target);
  return Object.entries(changedFields(isProject ? flatProject(body) : body, before)).flatMap(([name, after]) =>
    changesOfField(name, fieldOf(before, name), after),
  );
}

function changesOfField(name: string, before: unknown, after: unknown): readonly JsonChange[] {
  const id = fieldOf(lists, name);
  if (id !== undefined && Array.isArray(after)) return changesOfItems(name, before, after, id);
  if (before === undefined) return [{ path: [name], before: undefined, after: after as JsonValue }];
  return changesBetween(before as JsonValue, after as JsonValue).map(({ path, ...values }) => ({ path: [name, ...path], ...values }));
}

function changesOfItems(name: string, before: unknown, after: unknown, id: string): readonly JsonChange[] {
  const byId = (list: unknown) => new Map(itemsOf(list).map((item) => [String(item[id]), item]));
  const [old, made] = [byId(before), byId(after)];
  return [...new Set([...old.keys(), ...made.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), made.get(key)];
    if (was !== undefined && is !== undefined && Object.keys(changedFields(is, was)).length === 0) return [];
    return [{ path: [name, key], before: was as JsonValue | undefined, after: is as JsonValue | undefined }];
  });
}
