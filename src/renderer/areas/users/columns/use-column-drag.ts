import { type DragEvent, useMemo, useState } from 'react';
import type { UserTable } from './use-user-table';

/** Orders columns by dragging their headings. What it returns stays the same while nothing is dragged. */
export function useColumnDrag({ shown, move }: Pick<UserTable, 'shown' | 'move'>) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  return useMemo(() => {
    const indexOf = (id: string | null) => shown.findIndex((column) => column.id === id);
    const end = () => {
      setDragged(null);
      setOver(null);
    };
    return {
      /** Returns the edge of a heading at which the dragged column would land. */
      sideOf(id: string): 'before' | 'after' | undefined {
        if (dragged === null || over !== id || dragged === id) return undefined;
        return indexOf(dragged) < indexOf(id) ? 'after' : 'before';
      },
      source: (id: string) => ({
        draggable: true,
        onDragStart(event: DragEvent) {
          event.dataTransfer.effectAllowed = 'move';
          setDragged(id);
        },
        onDragEnd: end,
      }),
      target: (id: string) => ({
        onDragOver(event: DragEvent) {
          if (dragged === null) return;
          event.preventDefault();
          setOver(id);
        },
        onDrop(event: DragEvent) {
          event.preventDefault();
          if (dragged !== null) move(dragged, id);
          end();
        },
      }),
    };
  }, [shown, move, dragged, over]);
}
