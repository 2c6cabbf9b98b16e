import type { Connection } from '../../../contract/bridge/connections';
import { type Side, useRailDrag } from './use-rail-drag';
import { useRailSteps } from './use-rail-steps';

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
