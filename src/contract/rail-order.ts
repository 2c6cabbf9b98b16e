import type { Connection } from './bridge/connections';

type Placed = Pick<Connection, 'kind' | 'pinned' | 'group'>;

export interface RailSection<T> {
  readonly kind: 'pinned' | 'plain' | 'group' | 'sandbox';
  /** The group's name; null for the rest. */
  readonly name: string | null;
  readonly connections: readonly T[];
}

/** Returns the sections of the rail: pinned, ungrouped, groups in order of first appearance, sandbox. Empty sections are left out. */
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

/** Returns the connections in the order of the rail, which determines their numbers. */
export function inRailOrder<T extends Placed>(connections: readonly T[]): readonly T[] {
  return railSections(connections).flatMap((section) => section.connections);
}
