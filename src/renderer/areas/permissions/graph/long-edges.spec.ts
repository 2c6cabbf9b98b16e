import { describe, expect, it } from 'vitest';
import type { Stop } from './back-lanes';
import { longPath, passingHeights } from './long-edges';

const height = 40;
const at = (column: number, middle: number): Stop => ({ column, middle });

describe('edges over several columns', () => {
  it('are straight where nothing is in the way', () => {
    const [source, target] = [at(0, 0), at(2, 200)];
    expect(passingHeights([{ source, target }], [source, target], height)).toEqual([[100]]);
  });

  it('pass a node at its nearer side', () => {
    const [source, node, target] = [at(0, 0), at(1, 5), at(2, 0)];
    expect(passingHeights([{ source, target }], [source, node, target], height)).toEqual([[-21]]);
  });

  it('share a gap if they come from one node, and keep apart otherwise', () => {
    const [one, other, node, first, second] = [at(0, 0), at(0, 64), at(1, 0), at(2, 0), at(2, 64)];
    const edges = [
      { source: one, target: first },
      { source: one, target: first },
      { source: other, target: first },
    ];
    const heights = passingHeights(edges, [one, other, node, first, second], height).flat();
    expect(heights[0]).toBe(heights[1]);
    expect(Math.abs((heights[2] ?? 0) - (heights[0] ?? 0))).toBeGreaterThanOrEqual(5);
  });

  it('pass no node of any column', () => {
    const nodes = Array.from({ length: 5 }, (_, column) => Array.from({ length: 6 }, (_, row) => at(column, row * 64 + column * 7))).flat();
    const ends = (column: number) => nodes.filter((node) => node.column === column);
    const edges = ends(0).flatMap((source) => ends(4).map((target) => ({ source, target })));
    for (const heights of passingHeights(edges, nodes, height))
      for (const [index, middle] of heights.entries())
        for (const node of ends(index + 1)) expect(Math.abs(node.middle - middle)).toBeGreaterThan(height / 2);
  });
});

it('a path is level in columns, and curved between them', () => {
  expect(longPath([0, 0], [{ left: 20, right: 60, height: 30 }], [80, 10])).toBe('M0,0 C10,0 10,30 20,30 H60 C70,30 70,10 80,10');
});
