import type { Connection } from './bridge/connections';

type Placed = Pick<Connection, 'kind' | 'pinned' | 'group'>;

export interface RailSection<T> {
  readonly kind: 'pinned' | 'plain' | 'group' | 'sandbox';
  /** The group's name; null for the rest. */
  readonly name: string | null;
  readonly connections: readonly T[];
}

/** What is pinned first, then what is in no group, the groups as they first come, and the sandbox's below them. None is empty. */
export function railSections<T extends Placed>(connections: readonly T[]): readonly RailSection<T>[] {
  const own = connections.filter(({ kind }) => kind === 'project');
  const loose = own.filter(({ pinned }) => !pinned);
  const groups = [...new Set(loose.flatMap(({ group }) => group ?? []))];
  const sections: readonly RailSection<T>[] = [
    { kind: 'pinned', name: null, connections: own.filter(({ pinned }) => pinned) },
    { kind: 'plain', name: null, connections: loose.filter(({ group }) => group === null) },
    ...groups.map((name) => ({ kind: 'group', name, connections: loose.filter(({ group }) => group === name) }) as const),
    { kind: 'sandbox', name: null, connections: connections.filter(({ kind }) => kind === 'sandbox') },
  ];
  return sections.filter((section) => section.connections.length > 0);
}

/** The connections as the rail shows them from top to bottom, which is how they are numbered. */
export function inRailOrder<T extends Placed>(connections: readonly T[]): readonly T[] {
  return railSections(connections).flatMap((section) => section.connections);
}
