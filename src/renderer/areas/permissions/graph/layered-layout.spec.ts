import { describe, expect, it } from 'vitest';
import { layeredLayout, rowDistance } from './layered-layout';

type Edges = Readonly<Record<string, readonly string[]>>;

const layoutOf = (edges: Edges) => layeredLayout({ ids: Object.keys(edges), targetsOf: (id) => edges[id] ?? [] });
const columnsOf = (edges: Edges) => Object.fromEntries([...layoutOf(edges)].map(([id, { column }]) => [id, column]));

/** A graph of 500 nodes in chains of 20, each of which also leads to others of the next level. */
function large(): Edges {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % below;
  };
  const nodes = Array.from({ length: 500 }, (_, at) => at);
  const targets = (at: number) => (at % 20 === 19 ? [] : [at + 1, ...Array.from({ length: 2 }, () => random(25) * 20 + (at % 20) + 1)]);
  return Object.fromEntries(nodes.map((at) => [`p${at}`, targets(at).map((target) => `p${target}`)]));
}

describe('the columns', () => {
  it.each<[string, Edges, Record<string, number>]>([
    ['of nothing', {}, {}],
    ['of a node', { a: [] }, { a: 0 }],
    ['follow the edges', { a: ['b'], b: ['c'], c: [] }, { a: 0, b: 1, c: 2 }],
    ['are right before what a node leads to', { a: ['b'], b: ['c'], c: [], d: ['c'] }, { a: 0, b: 1, c: 2, d: 1 }],
    ['follow the longest way', { a: ['b', 'c'], b: ['c'], c: [] }, { a: 0, b: 1, c: 2 }],
    ['put nodes without edges last', { a: ['b'], b: [], c: [] }, { a: 0, b: 1, c: 1 }],
    ['ignore what closes a circle', { a: ['b'], b: ['c'], c: ['a'] }, { a: 0, b: 1, c: 2 }],
    ['ignore what leads to itself', { a: ['a', 'b'], b: [] }, { a: 0, b: 1 }],
    ['ignore unknown nodes', { a: ['gone'] }, { a: 0 }],
  ])('%s', (_, edges, expected) => {
    expect(columnsOf(edges)).toEqual(expected);
  });
});

describe('the tops', () => {
  it('start at 0', () => {
    expect(Math.min(...[...layoutOf({ a: ['b', 'c', 'd'], b: [], c: [], d: [] }).values()].map(({ top }) => top))).toBe(0);
  });

  it('put a node in the middle of what it leads to', () => {
    const layout = layoutOf({ a: ['b', 'c', 'd'], b: [], c: [], d: [] });
    expect(layout.get('a')?.top).toBeCloseTo(rowDistance);
  });

  it('keep two pairs from crossing', () => {
    const layout = layoutOf({ a: ['y'], b: ['x'], x: [], y: [] });
    const above = (one: string, other: string) => (layout.get(one)?.top ?? 0) < (layout.get(other)?.top ?? 0);
    expect(above('a', 'b')).toBe(above('y', 'x'));
  });

  it('keep the nodes of a column apart, also where there are many', () => {
    const places = [...layoutOf(large()).values()];
    expect(places).toHaveLength(500);
    for (let column = 0; column < 20; column += 1) {
      const tops = places.filter((place) => place.column === column).map(({ top }) => top);
      const sorted = tops.sort((one, other) => one - other);
      for (const [at, top] of sorted.slice(1).entries()) expect(top - (sorted[at] ?? 0)).toBeGreaterThanOrEqual(rowDistance - 0.001);
    }
  });
});
