import { describe, expect, it } from 'vitest';
import { backLanes, type Stop } from './back-lanes';

const height = 40;
const row: Stop[] = [0, 1, 2].map((column) => ({ column, middle: 20 }));
const [first, second, third] = row as [Stop, Stop, Stop];

describe('edges that lead back', () => {
  it('run above a row of nodes', () => {
    expect(backLanes([{ source: third, target: first }], row, height)).toEqual([-10]);
  });

  it('run apart from each other', () => {
    const edges = [
      { source: third, target: first },
      { source: second, target: first },
      { source: third, target: second },
    ];
    const lanes = backLanes(edges, row, height);
    expect(lanes).toEqual([-10, 50, -16]);
  });

  it('run between rows where nothing is in the way', () => {
    const nodes = [...row, { column: 0, middle: 84 }, { column: 2, middle: 84 }];
    const edge = { source: { column: 2, middle: 84 }, target: first };
    expect(backLanes([edge], nodes, height)).toEqual([50]);
  });

  it('run around a node that is between their ends', () => {
    const nodes = [first, { column: 1, middle: 52 }, { column: 2, middle: 84 }];
    const [lane = 0] = backLanes([{ source: { column: 2, middle: 84 }, target: first }], nodes, height);
    for (const { middle } of nodes) expect(Math.abs(lane - middle)).toBeGreaterThanOrEqual(30);
  });

  it('lead from a node to itself around it', () => {
    expect(backLanes([{ source: first, target: first }], row, height)).toEqual([-10]);
  });
});
