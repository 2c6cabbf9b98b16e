import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Connection } from '../../../contract/bridge/connections';
import { railSections } from '../../../contract/rail-order';
import { api } from '../../api';
import { pressedKey } from '../../lib/keyboard/pressed-key';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { useConnections } from '../../stores/connections';
import { idsAfterStep } from './rail-moves';

/** Orders the rail in steps, by Alt with an arrow key or from a tile's menu. */
export function useRailSteps() {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const connections = useConnections();
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
