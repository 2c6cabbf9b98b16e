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
