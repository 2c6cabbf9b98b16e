import { describe, expect, it } from 'vitest';
import { backLanes, longPath, passingHeights, type Stop } from './long-edges';

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

const backLanesHeight = 40;
const row: Stop[] = [0, 1, 2].map((column) => ({ column, middle: 20 }));
const [first, second, third] = row as [Stop, Stop, Stop];

describe('edges that lead back', () => {
  it('run above a row of nodes', () => {
    expect(backLanes([{ source: third, target: first }], row, backLanesHeight)).toEqual([-10]);
  });

  it('run apart from each other', () => {
    const edges = [
      { source: third, target: first },
      { source: second, target: first },
      { source: third, target: second },
    ];
    const lanes = backLanes(edges, row, backLanesHeight);
    expect(lanes).toEqual([-10, 50, -16]);
  });

  it('run between rows where nothing is in the way', () => {
    const nodes = [...row, { column: 0, middle: 84 }, { column: 2, middle: 84 }];
    const edge = { source: { column: 2, middle: 84 }, target: first };
    expect(backLanes([edge], nodes, backLanesHeight)).toEqual([50]);
  });

  it('run around a node that is between their ends', () => {
    const nodes = [first, { column: 1, middle: 52 }, { column: 2, middle: 84 }];
    const [lane = 0] = backLanes([{ source: { column: 2, middle: 84 }, target: first }], nodes, backLanesHeight);
    for (const { middle } of nodes) expect(Math.abs(lane - middle)).toBeGreaterThanOrEqual(30);
  });

  it('lead from a node to itself around it', () => {
    expect(backLanes([{ source: first, target: first }], row, backLanesHeight)).toEqual([-10]);
  });
});
