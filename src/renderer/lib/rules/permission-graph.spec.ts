import { describe, expect, it } from 'vitest';
import { createPermissionGraph, findCycle, shortestChain } from './permission-graph';

/** `a>b,c` is a definition that contains two others. */
function graphOf(...texts: string[]) {
  const parts = texts.map((text) => text.split('>'));
  return createPermissionGraph(parts.map(([id = '', inner = '']) => ({ id, contained_permission_ids: inner.split(',').filter(Boolean) })));
}

describe('the closure of a permission', () => {
  it.each([
    ['nothing', ['a'], 'a', []],
    ['what it contains directly', ['a>b,c', 'b', 'c'], 'a', ['b', 'c']],
    ['what those contain', ['a>b', 'b>c', 'c>d', 'd'], 'a', ['b', 'c', 'd']],
    ['a permission once that several contain', ['a>b,c', 'b>d', 'c>d', 'd'], 'a', ['b', 'c', 'd']],
    ['not itself, in a circle', ['a>b', 'b>c', 'c>a'], 'a', ['b', 'c']],
    ['not itself, where it contains itself', ['a>a,b', 'b'], 'a', ['b']],
    ['a permission without a definition', ['a>gone'], 'a', ['gone']],
    ['nothing of a permission without a definition', ['a'], 'gone', []],
  ])('has %s', (_, definitions, id, expected) => {
    expect([...graphOf(...definitions).closureOf(id)].sort()).toEqual(expected);
  });
});

it('knows what contains a permission directly', () => {
  const graph = graphOf('a>c', 'b>a,c', 'c');
  expect(graph.containersOf('c')).toEqual(['a', 'b']);
  expect(graph.containersOf('b')).toEqual([]);
});

describe('the shortest chain', () => {
  const graph = graphOf('a>b,c', 'b>d', 'c>e', 'd>f', 'e', 'f', 'g>f');
  it.each([
    [['a'], 'b', ['a']],
    [['a'], 'f', ['a', 'b', 'd']],
    [['a', 'g'], 'f', ['g']],
    [['a'], 'g', null],
    [[], 'f', null],
  ])('from %j to %s is %j', (from, to, chain) => {
    expect(shortestChain(graph, from, to)).toEqual(chain);
  });
});

describe('a circle', () => {
  it.each([
    [['a>b', 'b'], null],
    [
      ['a>b', 'b>a'],
      ['a', 'b'],
    ],
    [['a>a'], ['a']],
    [
      ['x>a', 'a>b', 'b>c', 'c>a'],
      ['a', 'b', 'c'],
    ],
  ])('in %j is %j', (definitions, cycle) => {
    expect(findCycle(graphOf(...definitions))).toEqual(cycle);
  });
});
