import type { PermissionGraph } from '#lib/rules/permission-graph.ts';

export interface InheritanceChanges {
  /** Permissions that come with what is granted then, and weren’t there before. */
  readonly gained: readonly string[];
  /** Permissions that came only with what is no longer granted. */
  readonly lost: readonly string[];
}

/** Returns what a user gains and loses besides the permissions whose direct grant changes, in the order of their IDs. */
export function inheritanceChanges(graph: PermissionGraph, before: readonly string[], after: readonly string[]): InheritanceChanges {
  const had = withContents(graph, before);
  const has = withContents(graph, after);
  const isDirect = (id: string) => before.includes(id) || after.includes(id);
  const difference = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...some].filter((id) => !others.has(id) && !isDirect(id)).sort();
  return { gained: difference(has, had), lost: difference(had, has) };
}

function withContents(graph: PermissionGraph, ids: readonly string[]): ReadonlySet<string> {
  return new Set(ids.flatMap((id) => [id, ...graph.closureOf(id)]));
}
