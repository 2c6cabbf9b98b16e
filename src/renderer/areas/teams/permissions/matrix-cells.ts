/** What each cell of the matrix of members and permissions shows. */
import { builtInPermissions, isBuiltIn } from '#contract/service/models/permission-ids.ts';
import { inheritedFrom, type PermissionGraph } from '#lib/rules/permission-graph.ts';
import { type GrantChange, withChanges } from '#lib/rules/team-rights.ts';

export interface MatrixColumns {
  /** The project's own permissions, then the built-in ones. */
  readonly ids: readonly string[];
  /** Where the built-in ones start. */
  readonly firstBuiltIn: number;
}

/** Returns the columns: the defined permissions, or without definitions the built-in ones, and those that members have besides. */
export function matrixColumns(defined: readonly string[] | undefined, granted: Iterable<string>): MatrixColumns {
  const base = defined ?? builtInPermissions.map(({ id }) => id);
  const others = [...new Set(granted)].filter((id) => !base.includes(id)).sort();
  const all = [...base, ...others];
  const own = all.filter((id) => !isBuiltIn(id));
  const place = (id: string) => builtInPermissions.findIndex((permission) => permission.id === id) >>> 0;
  const builtIn = all.filter(isBuiltIn).sort((one, other) => place(one) - place(other));
  return { ids: [...own, ...builtIn], firstBuiltIn: own.length };
}

/** `gaining` and `losing` follow from changes of other permissions; only `granting` and `revoking` are changes themselves. */
type CellState = 'none' | 'direct' | 'granting' | 'revoking' | 'inherited' | 'gaining' | 'losing';

export interface MatrixCell {
  readonly state: CellState;
  /** The granted permission and each one that contains the next; null if the permission isn't inherited, or how is unknown. */
  readonly chain: readonly string[] | null;
}

/** What is known about permissions that come with others: the definitions, or only which permissions the member has in all. */
export type Inheritance = { readonly graph: PermissionGraph } | { readonly all: ReadonlySet<string> };

const nothing: MatrixCell = { state: 'none', chain: null };

/** Returns a function that says what the cell of a permission shows for a member with these grants and changes of them. */
export function memberCells(
  granted: ReadonlySet<string>,
  changes: readonly GrantChange[],
  inheritance: Inheritance,
): (permissionId: string) => MatrixCell {
  const after = withChanges(granted, changes);
  const isChanged = (id: string) => changes.some(({ permissionId }) => permissionId === id);
  if ('all' in inheritance)
    return (id) => {
      if (after.has(id)) return { state: isChanged(id) ? 'granting' : 'direct', chain: null };
      if (granted.has(id)) return { state: 'revoking', chain: null };
      return inheritance.all.has(id) ? { state: 'inherited', chain: null } : nothing;
    };
  const inheritedNow = inheritedFrom(inheritance.graph, granted);
  const inheritedThen = changes.length === 0 ? inheritedNow : inheritedFrom(inheritance.graph, after);
  return (id) => {
    if (after.has(id)) return { state: isChanged(id) ? 'granting' : 'direct', chain: null };
    const then = inheritedThen.get(id) ?? null;
    if (granted.has(id)) return { state: 'revoking', chain: then };
    const now = inheritedNow.get(id) ?? null;
    if (then !== null) return { state: now === null ? 'gaining' : 'inherited', chain: then };
    return now === null ? nothing : { state: 'losing', chain: now };
  };
}
