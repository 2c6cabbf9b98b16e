/** Which permission contains which other ones. Definitions may contain each other in circles, or permissions that don't exist. */

export interface Definition {
  readonly id: string;
  readonly contained_permission_ids: readonly string[];
}

export interface PermissionGraph {
  /** The IDs of all definitions, in their order. */
  readonly ids: readonly string[];
  /** Returns what a permission contains directly. */
  readonly contentsOf: (id: string) => readonly string[];
  /** Returns the permissions that contain it directly. */
  readonly containersOf: (id: string) => readonly string[];
  /** Returns everything that a permission contains, directly and through others, without itself. */
  readonly closureOf: (id: string) => ReadonlySet<string>;
}

/** Creates the graph of definitions. */
export function createPermissionGraph(definitions: readonly Definition[]): PermissionGraph {
  const contents = new Map(definitions.map(({ id, contained_permission_ids: contained }) => [id, contained]));
  const containers = new Map<string, string[]>();
  for (const [id, contained] of contents) for (const inner of contained) containers.set(inner, [...(containers.get(inner) ?? []), id]);
  const contentsOf = (id: string) => contents.get(id) ?? [];
  return {
    ids: [...contents.keys()],
    contentsOf,
    containersOf: (id) => containers.get(id) ?? [],
    closureOf(id) {
      const found = new Set<string>();
      const open = [...contentsOf(id)];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (next === id || found.has(next)) continue;
        found.add(next);
        open.push(...contentsOf(next));
      }
      return found;
    },
  };
}

/**
 * Returns the shortest chain from one of the permissions to another one that it contains: its start, and each permission that contains
 * the next. Null if none contains it.
 */
export function shortestChain(graph: PermissionGraph, from: readonly string[], to: string): readonly string[] | null {
  const seen = new Set(from);
  let chains = from.map((id) => [id]);
  while (chains.length > 0) {
    const longer: string[][] = [];
    for (const chain of chains) {
      for (const id of graph.contentsOf(chain.at(-1) ?? '')) {
        if (id === to) return chain;
        if (seen.has(id)) continue;
        seen.add(id);
        longer.push([...chain, id]);
      }
    }
    chains = longer;
  }
  return null;
}

/**
 * Returns everything that some permissions contain, each with the shortest chain to it: one of the permissions, and each permission that
 * contains the next. A permission that another one of them contains is among it.
 */
export function inheritedFrom(graph: PermissionGraph, from: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  let open = [...from].map((id) => [id]);
  while (open.length > 0) {
    const longer: string[][] = [];
    for (const chain of open) {
      for (const id of graph.contentsOf(chain.at(-1) ?? '')) {
        if (found.has(id) || chain.includes(id)) continue;
        found.set(id, chain);
        longer.push([...chain, id]);
      }
    }
    open = longer;
  }
  return found;
}

/** Returns the permissions of a circle, each of which contains the next and the last one the first; null if there is none. */
export function findCycle(graph: PermissionGraph): readonly string[] | null {
  for (const id of graph.ids) {
    const chain = shortestChain(graph, [id], id);
    if (chain !== null) return chain;
  }
  return null;
}

/** A permission in a team, or in the project. */
export interface Grant {
  readonly id: string;
  /** Absent for a permission in the project. */
  readonly team_id?: string | undefined;
}

interface DescribedDefinition extends Definition {
  readonly description?: string | undefined;
}

export interface PermissionRow {
  readonly id: string;
  /** Null for a permission in the project. */
  readonly teamId: string | null;
  readonly isDirect: boolean;
  /** The granted permission, then each permission that contains the next; empty for a direct permission, null if unknown. */
  readonly via: readonly string[] | null;
  readonly description: string | undefined;
}

/**
 * Returns a row for each permission in one scope, sorted by team and ID. `all` contains the direct permissions too; a permission that is
 * both direct and contained in another one counts as direct. Without definitions, it is unknown how a permission is inherited.
 */
export function permissionRows(
  all: readonly Grant[],
  direct: readonly Grant[],
  definitions: readonly DescribedDefinition[] | undefined,
): PermissionRow[] {
  const graph = createPermissionGraph(definitions ?? []);
  const descriptions = new Map(definitions?.map(({ id, description }) => [id, description]));
  const directIds = new Map<string | null, string[]>();
  for (const grant of direct) directIds.set(teamOf(grant), [...(directIds.get(teamOf(grant)) ?? []), grant.id]);
  const grants = new Map([...direct, ...all].map((grant) => [`${teamOf(grant)} ${grant.id}`, grant]));
  return [...grants.values()].sort(byTeamAndId).map((grant) => {
    const granted = directIds.get(teamOf(grant)) ?? [];
    const isDirect = granted.includes(grant.id);
    const via = isDirect ? [] : shortestChain(graph, granted, grant.id);
    return { id: grant.id, teamId: teamOf(grant), isDirect, via, description: descriptions.get(grant.id) };
  });
}

function teamOf({ team_id }: Grant): string | null {
  return team_id ?? null;
}

function byTeamAndId(one: Grant, other: Grant): number {
  return compare(teamOf(one) ?? '', teamOf(other) ?? '') || compare(one.id, other.id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
