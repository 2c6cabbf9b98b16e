/** Finds where edges over several columns pass the columns between: where no node is, so that none seems to be connected with them. */
import { freeLane, type Stop } from './back-lanes';

export interface LongEdge {
  readonly source: Stop;
  readonly target: Stop;
}

/** Between an edge and a node, and between edges from different nodes, in pixels. */
const [nodeDistance, edgeDistance] = [6, 5];

/**
 * Returns the heights at which each edge passes the columns between its ends, from left to right: near the straight line. Edges from one node
 * may share them.
 */
export function passingHeights(edges: readonly LongEdge[], nodes: readonly Stop[], nodeHeight: number): readonly (readonly number[])[] {
  const reach = nodeHeight / 2 + nodeDistance;
  const inColumns = new Map<number, { readonly from: number; readonly to: number; readonly source?: Stop }[]>();
  for (const { column, middle } of nodes) {
    const obstacles = inColumns.get(column) ?? [];
    inColumns.set(column, [...obstacles, { from: middle - reach, to: middle + reach }]);
  }
  return edges.map(({ source, target }) => {
    const between = Array.from({ length: Math.max(0, target.column - source.column - 1) }, (_, at) => source.column + 1 + at);
    return between.map((column) => {
      const share = (column - source.column) / (target.column - source.column);
      const wanted = source.middle + share * (target.middle - source.middle);
      const obstacles = inColumns.get(column) ?? [];
      const inTheWay = obstacles.filter((one) => one.source !== source);
      const isFree = inTheWay.every(({ from, to }) => wanted <= from || wanted >= to);
      const height = isFree ? wanted : freeLane(inTheWay, wanted);
      inColumns.set(column, [...obstacles, { from: height - edgeDistance, to: height + edgeDistance, source }]);
      return height;
    });
  });
}

/** Where an edge passes a column. */
export interface Pass {
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

/** Returns the path of an edge: level through each column, and curved between two of them. */
export function longPath(source: readonly [number, number], passes: readonly Pass[], target: readonly [number, number]): string {
  const parts = [`M${source.join(',')}`];
  let [x, y] = source;
  for (const { left, right, height } of [...passes, { left: target[0], right: target[0], height: target[1] }]) {
    const middle = (x + left) / 2;
    parts.push(`C${middle},${y} ${middle},${height} ${left},${height}`);
    if (right !== left) parts.push(`H${right}`);
    [x, y] = [right, height];
  }
  return parts.join(' ');
}
