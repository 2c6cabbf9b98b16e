import { BaseEdge, type Edge, type EdgeProps, getSmoothStepPath } from '@xyflow/react';

export type PermissionBackEdge = Edge<{ readonly lane: number }, 'back'>;

/** Between a node and where its edge turns, which is less than half of the room between columns. */
const offset = 20;

/** An edge to the same column or back: around the nodes, at the height of its lane. */
export function BackEdge({
  data,
  markerEnd,
  sourceX,
  sourceY,
  sourcePosition,
  targetX,
  targetY,
  targetPosition,
}: EdgeProps<PermissionBackEdge>) {
  const ends = { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition };
  const [path] = getSmoothStepPath({ ...ends, offset, borderRadius: 12, ...(data === undefined ? {} : { centerY: data.lane }) });
  return <BaseEdge path={path} {...(markerEnd === undefined ? {} : { markerEnd })} />;
}
