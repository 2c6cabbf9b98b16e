import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Connection } from '../../../contract/bridge/connections';
import { railSections } from '../../../contract/rail-order';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { useConnections } from '../../stores/connections';
import { idsAfterDrop, idsAfterStep } from './rail-moves';

type Side = 'before' | 'after';

export interface RailOrder {
  /** What was moved last, for screen readers. */
  readonly told: string;
  /** Moves within its section; false where there is no step. */
  readonly canStep: (id: string, step: -1 | 1) => boolean;
  readonly step: (connection: Connection, step: -1 | 1) => void;
  /** Where a dragged tile would land beside this one. */
  readonly sideOf: (id: string) => Side | undefined;
  /** What a tile needs to be dragged, to be dropped on, and to be moved by Alt with an arrow. */
  readonly handlers: (connection: Connection) => object;
}

/** Ordering the rail by dragging and by keys. */
export function useRailOrder(): RailOrder {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const connections = useConnections();
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<{ id: string; side: Side } | null>(null);
  const [told, setTold] = useState('');
  const keepFocus = useFocusKept(connections);

  const step = ({ id, name }: Connection, by: -1 | 1) => {
    const ids = idsAfterStep(connections, id, by);
    if (ids === null) return;
    runTask(async () => {
      keepFocus(id);
      await api.connections.arrange({ ids: [...ids] });
      const section = railSections(connections).find((one) => one.connections.some((other) => other.id === id));
      const place = (section?.connections.findIndex((other) => other.id === id) ?? 0) + 1 + by;
      setTold(t('shell.rail.moved', { name, place, count: section?.connections.length ?? 0 }));
    });
  };
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
  const handlers = (connection: Connection) => ({
    draggable: connection.kind === 'project',
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      setDragged(connection.id);
    },
    onDragEnd: end,
    onDragOver: (event: DragEvent) => {
      if (dragged === null || idsAfterDrop(connections, dragged, connection.id, 'before') === null) return;
      event.preventDefault();
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const side = event.clientY < top + height / 2 ? 'before' : 'after';
      if (over?.id !== connection.id || over.side !== side) setOver({ id: connection.id, side });
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== null && over !== null) drop(dragged, over);
      end();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
      event.preventDefault();
      step(connection, event.key === 'ArrowUp' ? -1 : 1);
    },
  });
  return {
    told,
    canStep: (id, by) => idsAfterStep(connections, id, by) !== null,
    step,
    sideOf: (id) => (over?.id === id ? over.side : undefined),
    handlers,
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
