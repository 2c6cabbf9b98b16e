/** Permission definitions as entries of the configuration (wire/later 7.4: rbac.permissions). */
import type { Store } from '../database/database';
import type { ConfigOverride } from '../stores/config-store';
import {
  deleteDefinition,
  findOwnDefinition,
  findPermission,
  insertDefinition,
  listOwnDefinitions,
  replaceContained,
  type Scope,
  updateDefinition,
} from '../stores/permission-store';

interface Entry {
  readonly description?: string;
  readonly scope?: Scope;
  readonly containedPermissionIds?: Readonly<Record<string, boolean>>;
}

type Entries = Readonly<Record<string, Entry>>;

/** An entry that defines a permission. */
type Definition = Entry & { readonly scope: Scope };

/** Built-in permissions aren't entries. */
const ownId = /^[a-z0-9_:]+$/;

const keyOf = (id: string) => `rbac.permissions.${id}`;

/** Returns the definitions of a project as entries. */
export function entriesOf(store: Store, project: number): Entries {
  const entries = listOwnDefinitions(store, project).map(({ id, description, scope, contained }) => {
    const ids: readonly string[] = JSON.parse(contained);
    const containedPermissionIds = Object.fromEntries(ids.map((each) => [each, true]));
    return [id, { ...(description === null ? {} : { description }), scope, containedPermissionIds }];
  });
  return Object.fromEntries(entries);
}

/** Returns the keys that lead from one state of the definitions to another. That of a deleted one is null. */
export function changedKeys(before: Entries, after: Entries): ConfigOverride {
  const entryOf = (entries: Entries, id: string) => (Object.hasOwn(entries, id) ? entries[id] : null);
  const ids = Object.keys({ ...before, ...after }).filter(
    (id) => JSON.stringify(entryOf(before, id)) !== JSON.stringify(entryOf(after, id)),
  );
  return Object.fromEntries(ids.map((id) => [keyOf(id), entryOf(after, id)]));
}

/**
 * Stores the definitions of a rendered configuration in place of those that there are. Entries without a scope, and contained permissions that
 * don't exist, are left out. Runs inside the caller's transaction.
 */
export function storeDefinitions(store: Store, project: number, entries: Entries): void {
  const isDefinition = (found: readonly [string, Entry]): found is [string, Definition] =>
    ownId.test(found[0]) && found[1].scope !== undefined;
  const wanted = Object.entries(entries).filter(isDefinition);
  const scopes = new Map(wanted.map(([id, { scope }]) => [id, scope]));
  for (const { key, id, scope } of listOwnDefinitions(store, project)) if (scopes.get(id) !== scope) deleteDefinition(store, key);
  const stored = wanted.map(([id, definition]) => ({ key: storeDefinition(store, project, id, definition), definition }));
  for (const { key, definition } of stored) {
    const { scope, containedPermissionIds = {} } = definition;
    const ids = Object.keys(containedPermissionIds).filter((id) => containedPermissionIds[id]);
    replaceContained(
      store,
      key,
      ids.flatMap((id) => findPermission(store, project, id, scope) ?? []),
    );
  }
}

function storeDefinition(store: Store, project: number, id: string, entry: Definition): number {
  const { scope } = entry;
  const description = entry.description ?? null;
  const found = findOwnDefinition(store, project, id);
  if (found === undefined) return insertDefinition(store, { project, scope, id, description });
  if (found.description !== description) updateDefinition(store, found.key, { id, description });
  return found.key;
}
