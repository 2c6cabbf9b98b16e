/** Finds where edges that lead back run: above or below the nodes, so that they can be followed and circles are seen as such. */

/** A node, by its middle. */
export interface Stop {
  readonly column: number;
  readonly middle: number;
}

export interface BackEdge {
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
export function freeLane(obstacles: readonly Obstacle[], wanted: number): number {
  const distance = (lane: number) => Math.abs(lane - wanted);
  const borders = obstacles.flatMap(({ from, to }) => [from, to]);
  const free = borders.filter((lane) => obstacles.every(({ from, to }) => lane <= from || lane >= to));
  return free.reduce((best, lane) => (distance(lane) < distance(best) ? lane : best), free[0] ?? wanted);
}
