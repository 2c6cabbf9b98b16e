import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { railSections } from '#contract/rail-order.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { idsAfterDrop, idsAfterStep } from './rail-moves';

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
