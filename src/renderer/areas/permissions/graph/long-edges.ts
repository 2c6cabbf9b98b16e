/** Finds where edges over several columns pass the columns between: where no node is, so that none seems to be connected with them. */

// Finds where edges that lead back run: above or below the nodes, so that they can be followed and circles are seen as such.

/** A node, by its middle. */
export interface Stop {
  readonly column: number;
  readonly middle: number;
}

interface BackEdge {
  readonly source: Stop;
  readonly target: Stop;
}

/** What no edge may run through. */
interface Obstacle {
  readonly from: number;
  readonly to: number;
}

/** One in the columns from the first to the last one. */
interface WideObstacle extends Obstacle {
  readonly first: number;
  readonly last: number;
}

/** Between an edge and a node, and between two edges, in pixels. */
const [nodeDistance, laneDistance] = [10, 6];

/** Returns the height at which each edge runs back: one that is free in its columns, the nearest to its ends. */
export function backLanes(edges: readonly BackEdge[], nodes: readonly Stop[], nodeHeight: number): readonly number[] {
  const reach = nodeHeight / 2 + nodeDistance;
  const obstacles: WideObstacle[] = nodes.map(({ column, middle }) => ({
    first: column,
    last: column,
    from: middle - reach,
    to: middle + reach,
  }));
  return edges.map(({ source, target }) => {
    const [first, last] = [Math.min(source.column, target.column), Math.max(source.column, target.column)];
    const inTheWay = obstacles.filter((obstacle) => obstacle.first <= last && obstacle.last >= first);
    const lane = freeLane(inTheWay, (source.middle + target.middle) / 2);
    obstacles.push({ first, last, from: lane - laneDistance, to: lane + laneDistance });
    return lane;
  });
}

/** Returns the nearest height at the border of an obstacle that is free: that of the topmost one always is. */
function freeLane(obstacles: readonly Obstacle[], wanted: number): number {
  const distance = (lane: number) => Math.abs(lane - wanted);
  const borders = obstacles.flatMap(({ from, to }) => [from, to]);
  const free = borders.filter((lane) => obstacles.every(({ from, to }) => lane <= from || lane >= to));
  return free.reduce((best, lane) => (distance(lane) < distance(best) ? lane : best), free[0] ?? wanted);
}

interface LongEdge {
  readonly source: Stop;
  readonly target: Stop;
}

/** Between an edge and a node, and between edges from different nodes, in pixels. */
const [longEdgesNodeDistance, edgeDistance] = [6, 5];

/**
 * Returns the heights at which each edge passes the columns between its ends, from left to right: near the straight line. Edges from one node
 * may share them.
 */
export function passingHeights(edges: readonly LongEdge[], nodes: readonly Stop[], nodeHeight: number): readonly (readonly number[])[] {
  const reach = nodeHeight / 2 + longEdgesNodeDistance;
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
