/**
 * Places a graph in columns, so that its edges lead from left to right: a node is in the column before the first one it leads to. Edges
 * that close a circle point to the left.
 */

export interface LayoutGraph {
  readonly ids: readonly string[];
  readonly targetsOf: (id: string) => readonly string[];
}

export interface Place {
  /** From the left, from 0. */
  readonly column: number;
  /** The top of the node in pixels, from 0. */
  readonly top: number;
}

/** From the top of a node to that of the next one in its column, at least, in pixels. */
export const rowDistance = 64;

const sweeps = 4;

/** Returns the place of each node. */
export function layeredLayout(graph: LayoutGraph): ReadonlyMap<string, Place> {
  const edges = forwardEdges(graph);
  const columns = orderedColumns(graph.ids, edges);
  const tops = topsOf(columns, edges);
  const first = Math.min(...tops.values());
  return new Map(columns.flatMap((ids, column) => ids.map((id) => [id, { column, top: (tops.get(id) ?? 0) - first }])));
}

interface Edges {
  readonly next: ReadonlyMap<string, readonly string[]>;
  readonly previous: ReadonlyMap<string, readonly string[]>;
  /** The nodes in an order in which each comes after all that it leads to. */
  readonly order: readonly string[];
}

/** Searches in depth, without recursion, and leaves out the edges that lead to a node which is still open. */
function forwardEdges({ ids, targetsOf }: LayoutGraph): Edges {
  const known = new Set(ids);
  const next = new Map<string, string[]>(ids.map((id) => [id, []]));
  const previous = new Map<string, string[]>(ids.map((id) => [id, []]));
  const state = new Map<string, 'open' | 'done'>();
  const order: string[] = [];
  const open: { readonly id: string; readonly targets: string[] }[] = [];
  const enter = (id: string) => {
    state.set(id, 'open');
    open.push({ id, targets: [...new Set(targetsOf(id))].filter((target) => known.has(target)).reverse() });
  };
  for (const start of ids) {
    if (!state.has(start)) enter(start);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const target = top.targets.pop();
      if (target === undefined) {
        state.set(top.id, 'done');
        order.push(top.id);
        open.pop();
      } else if (state.get(target) !== 'open') {
        next.get(top.id)?.push(target);
        previous.get(target)?.push(top.id);
        if (!state.has(target)) enter(target);
      }
    }
  }
  return { next, previous, order };
}

/** Returns the nodes of each column, in an order with few crossings: near the middle of what they are connected with. */
function orderedColumns(ids: readonly string[], { next, previous, order }: Edges): readonly (readonly string[])[] {
  const heights = new Map<string, number>();
  for (const id of order) heights.set(id, 1 + Math.max(-1, ...(next.get(id) ?? []).map((target) => heights.get(target) ?? 0)));
  const highest = Math.max(0, ...heights.values());
  const columns: string[][] = Array.from({ length: ids.length === 0 ? 0 : highest + 1 }, () => []);
  for (const id of ids) columns[highest - (heights.get(id) ?? 0)]?.push(id);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const isForward = sweep % 2 === 0;
    const positions = new Map(columns.flatMap((column) => column.map((id, at) => [id, at / column.length])));
    for (const column of isForward ? columns : columns.toReversed()) {
      const wanted = new Map(column.map((id) => [id, mean((isForward ? previous : next).get(id), positions) ?? positions.get(id) ?? 0]));
      column.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
      for (const [at, id] of column.entries()) positions.set(id, at / column.length);
    }
  }
  return columns;
}

/** Returns the top of each node: as near as possible to the middle of what it is connected with, in the order of its column. */
function topsOf(columns: readonly (readonly string[])[], { next, previous }: Edges): ReadonlyMap<string, number> {
  const tops = new Map(columns.flatMap((column) => column.map((id, at) => [id, (at - (column.length - 1) / 2) * rowDistance])));
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const column of sweep % 2 === 0 ? columns.toReversed() : columns) {
      const wanted = column.map((id) => mean([...(next.get(id) ?? []), ...(previous.get(id) ?? [])], tops) ?? tops.get(id) ?? 0);
      for (const [at, top] of apart(wanted).entries()) tops.set(column[at] ?? '', top);
    }
  }
  return tops;
}

/** Returns positions with the distance of rows, in the same order, whose squared distance to the wanted ones is least. */
function apart(wanted: readonly number[]): readonly number[] {
  const blocks: { sum: number; count: number }[] = [];
  for (const [at, top] of wanted.entries()) {
    let block = { sum: top - at * rowDistance, count: 1 };
    for (let last = blocks.at(-1); last !== undefined && last.sum / last.count > block.sum / block.count; last = blocks.at(-1)) {
      block = { sum: block.sum + last.sum, count: block.count + last.count };
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count)).map((start, at) => start + at * rowDistance);
}

function mean(ids: readonly string[] | undefined, values: ReadonlyMap<string, number>): number | undefined {
  if (ids === undefined || ids.length === 0) return undefined;
  return ids.reduce((sum, id) => sum + (values.get(id) ?? 0), 0) / ids.length;
}
