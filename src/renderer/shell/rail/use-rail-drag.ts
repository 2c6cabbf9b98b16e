import { type DragEvent, useState } from 'react';
import type { Connection } from '../../../contract/bridge/connections';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useConnections } from '../../stores/connections';
import { idsAfterDrop } from './rail-moves';

export type Side = 'before' | 'after';

/** Orders the rail by dragging tiles. */
export function useRailDrag() {
  const runTask = useBackgroundTask();
  const connections = useConnections();
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
