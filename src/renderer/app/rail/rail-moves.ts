/** What becomes of the rail's order when a tile is moved. */
import type { Connection } from '#contract/bridge/connections.ts';
import { inRailOrder, type RailSection, railSections } from '#contract/rail-order.ts';

type Placed = Pick<Connection, 'id' | 'kind' | 'pinned' | 'group'>;

function sectionOf(connections: readonly Placed[], id: string): RailSection<Placed> | undefined {
  return railSections(connections).find((section) => section.connections.some((one) => one.id === id));
}

/** All ids with one a step up or down within its section; null where there is no step. */
export function idsAfterStep(connections: readonly Placed[], id: string, step: -1 | 1): readonly string[] | null {
  const neighbours = sectionOf(connections, id)?.connections ?? [];
  const target = neighbours[neighbours.findIndex((one) => one.id === id) + step];
  return target === undefined ? null : placedBeside(connections, id, target.id, step === 1 ? 'after' : 'before');
}

interface Drop {
  readonly ids: readonly string[];
  /** What the tile takes over from where it lands; absent where that stays. */
  readonly pinned?: boolean;
  readonly group?: string | null;
}

/** What a tile dropped beside another makes of the rail; null where that is no place for it. */
export function idsAfterDrop(connections: readonly Placed[], id: string, targetId: string, side: 'before' | 'after'): Drop | null {
  const moved = connections.find((one) => one.id === id);
  const target = connections.find((one) => one.id === targetId);
  if (moved === undefined || target === undefined || moved === target) return null;
  if (moved.kind !== 'project' || target.kind !== 'project') return null;
  return {
    ids: placedBeside(connections, id, targetId, side),
    ...(moved.pinned === target.pinned ? {} : { pinned: target.pinned }),
    // What is pinned keeps its group for when it is unpinned.
    ...(target.pinned || moved.group === target.group ? {} : { group: target.group }),
  };
}

function placedBeside(connections: readonly Placed[], id: string, targetId: string, side: 'before' | 'after'): readonly string[] {
  const rest = inRailOrder(connections).flatMap((one) => (one.id === id ? [] : one.id));
  const at = rest.indexOf(targetId) + (side === 'after' ? 1 : 0);
  return rest.toSpliced(at, 0, id);
}
