import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { inRailOrder, type RailSection, railSections } from '#contract/rail-order.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';

/** What becomes of the rail's order when a tile is moved. */
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

/** Returns the rail after a tile was dropped beside another; null if it can't be dropped there. */
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

export interface RailOrder {
  /** What was moved last, for screen readers. */
  readonly announcement: string;
  /** Whether a tile can move a step within its section. */
  readonly canStep: (id: string, step: -1 | 1) => boolean;
  readonly step: (connection: Connection, step: -1 | 1) => void;
  /** Returns where a dragged tile would land beside this one. */
  readonly sideOf: (id: string) => Side | undefined;
  /** Returns the props of a tile that can be dragged, dropped on, and moved by Alt with an arrow key. */
  readonly handlers: (connection: Connection) => object;
}

/** Orders the rail by dragging and in steps. */
export function useRailOrder(): RailOrder {
  const drag = useRailDrag();
  const { handlers: stepHandlers, ...steps } = useRailSteps();
  return {
    ...steps,
    sideOf: drag.sideOf,
    handlers: (connection) => ({ ...drag.handlers(connection), ...stepHandlers(connection) }),
  };
}

type Side = 'before' | 'after';

/** Orders the rail by dragging tiles. */
function useRailDrag() {
  const runTask = useBackgroundTask();
  const connections = useTopic('connections.list');
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<{ id: string; side: Side } | null>(null);

  const drop = (id: string, target: { id: string; side: Side }) => {
    const moved = idsAfterDrop(connections, id, target.id, target.side);
    if (moved === null) return;
    const { ids, ...change } = moved;
    runTask(() => api.connections.arrange({ ids: [...ids], moved: { id, ...change } }));
  };
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    /** Returns where a dragged tile would land beside this one. */
    sideOf: (id: string): Side | undefined => (over?.id === id ? over.side : undefined),
    handlers: (connection: Connection) => ({
      draggable: connection.kind === 'project',
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move';
        setDragged(connection.id);
      },
      onDragEnd: end,
      onDragOver(event: DragEvent) {
        if (dragged === null || idsAfterDrop(connections, dragged, connection.id, 'before') === null) return;
        event.preventDefault();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        const side = event.clientY < top + height / 2 ? 'before' : 'after';
        if (over?.id !== connection.id || over.side !== side) setOver({ id: connection.id, side });
      },
      onDrop(event: DragEvent) {
        event.preventDefault();
        if (dragged !== null && over !== null) drop(dragged, over);
        end();
      },
    }),
  };
}

/** Orders the rail in steps, by Alt with an arrow key or from a tile's menu. */
function useRailSteps() {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const connections = useTopic('connections.list');
  const [moved, setMoved] = useState<{ readonly name: string; readonly place: number; readonly count: number }>();
  const keepFocus = useFocusKept(connections);

  const step = ({ id, name }: Connection, by: -1 | 1) => {
    const ids = idsAfterStep(connections, id, by);
    if (ids === null) return;
    runTask(async () => {
      keepFocus(id);
      await api.connections.arrange({ ids: [...ids] });
      const section = railSections(connections).find((one) => one.connections.some((other) => other.id === id));
      const place = (section?.connections.findIndex((other) => other.id === id) ?? 0) + 1 + by;
      setMoved({ name, place, count: section?.connections.length ?? 0 });
    });
  };
  return {
    announcement: moved === undefined ? '' : t('shell.rail.moved', moved),
    canStep: (id: string, by: -1 | 1) => idsAfterStep(connections, id, by) !== null,
    step,
    handlers: (connection: Connection) => ({
      onKeyDown(event: KeyboardEvent) {
        const key = pressedKey(event);
        if (!event.altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
        event.preventDefault();
        step(connection, key === 'ArrowUp' ? -1 : 1);
      },
    }),
  };
}

/** Restores the focus after reordering, because a moved element loses it. */
function useFocusKept(connections: readonly Connection[]): (id: string) => void {
  const kept = useRef<string | null>(null);
  useEffect(() => {
    if (kept.current === null || connections.length === 0) return;
    document.querySelector<HTMLElement>(`[data-connection="${CSS.escape(kept.current)}"]`)?.focus();
    kept.current = null;
  }, [connections]);
  return (id) => {
    kept.current = id;
  };
}
