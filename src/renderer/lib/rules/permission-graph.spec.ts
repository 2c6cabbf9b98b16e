import { describe, expect, it, test } from 'vitest';
import { createPermissionGraph, findCycle, permissionRows, shortestChain } from './permission-graph';

const definitions = [
  { id: 'admin', contained_permission_ids: ['$read_members', 'member'] },
  { id: 'member', description: 'Reads', contained_permission_ids: ['$read_members'] },
  { id: 'editor', contained_permission_ids: ['member', '$update_team'] },
  { id: 'lead', contained_permission_ids: ['editor', 'billing'] },
  { id: 'billing', contained_permission_ids: [] },
  { id: 'a', contained_permission_ids: ['b'] },
  { id: 'b', contained_permission_ids: ['c', 'a'] },
  { id: 'c', contained_permission_ids: ['c', 'b'] },
];
const ids = (team: string | undefined, ...names: string[]) => names.map((id) => ({ id, ...(team === undefined ? {} : { team_id: team }) }));

describe('how a permission is inherited', () => {
  test.each([
    { granted: ['lead'], of: 'editor', via: ['lead'] },
    { granted: ['lead'], of: '$read_members', via: ['lead', 'editor', 'member'] },
    { granted: ['lead', 'admin'], of: '$read_members', via: ['admin'] },
    { granted: ['lead', 'editor'], of: 'editor', via: [] },
    { granted: ['a'], of: 'c', via: ['a', 'b'] },
    { granted: ['a'], of: 'billing', via: null },
    { granted: ['unknown'], of: 'billing', via: null },
    { granted: [], of: 'billing', via: null },
  ])('$of with $granted', ({ granted, of, via }) => {
    const rows = permissionRows(ids('t', ...granted, of), ids('t', ...granted), definitions);
    expect(rows.find(({ id }) => id === of)).toMatchObject({ isDirect: granted.includes(of), via });
  });

  it('is unknown without definitions', () => {
    expect(permissionRows(ids(undefined, 'lead', 'editor'), ids(undefined, 'lead'), undefined)).toEqual([
      { id: 'editor', teamId: null, isDirect: false, via: null, description: undefined },
      { id: 'lead', teamId: null, isDirect: true, via: [], description: undefined },
    ]);
  });

  it('is decided in each team by what was granted there', () => {
    const rows = permissionRows(
      [...ids('t1', 'lead', 'editor'), ...ids('t2', 'editor')],
      [...ids('t1', 'lead'), ...ids('t2', 'editor')],
      definitions,
    );
    expect(rows.map(({ teamId, id, isDirect }) => [teamId, id, isDirect])).toEqual([
      ['t1', 'editor', false],
      ['t1', 'lead', true],
      ['t2', 'editor', true],
    ]);
  });
});

it('has the description of the definition', () => {
  expect(permissionRows(ids('t', 'member'), ids('t', 'member'), definitions)[0]?.description).toBe('Reads');
});

it('lists a permission once, also one that was granted between the two requests', () => {
  expect(permissionRows(ids('t', 'member'), ids('t', 'member', 'lead'), definitions).map(({ id }) => id)).toEqual(['lead', 'member']);
});

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
