import { describe, expect, it } from 'vitest';
import { inRailOrder, railSections } from '#contract/rail-order.ts';
import { idsAfterDrop, idsAfterStep } from './use-rail-order';

const tile = (id: string, group: string | null = null, pinned = false) => ({ id, kind: 'project', group, pinned }) as const;
const sandbox = { id: 's', kind: 'sandbox', group: null, pinned: false } as const;
const rail = [sandbox, tile('g1', 'Shops'), tile('a'), tile('h1', 'Banks'), tile('p', 'Shops', true), tile('b'), tile('g2', 'Shops')];

describe('the rail', () => {
  it('shows pinned connections, those without a group, the groups and the sandbox', () => {
    expect(railSections(rail).map(({ kind, name, connections }) => [kind, name, connections.map(({ id }) => id).join()])).toEqual([
      ['pinned', null, 'p'],
      ['plain', null, 'a,b'],
      ['group', 'Shops', 'g1,g2'],
      ['group', 'Banks', 'h1'],
      ['sandbox', null, 's'],
    ]);
    expect(inRailOrder(rail).map(({ id }) => id)).toEqual(['p', 'a', 'b', 'g1', 'g2', 'h1', 's']);
  });
});

describe('a step', () => {
  it.each([
    ['a', 1, 'p,b,a,g1,g2,h1,s'],
    ['g2', -1, 'p,a,b,g2,g1,h1,s'],
    ['a', -1, undefined],
    ['g2', 1, undefined],
    ['p', 1, undefined],
    ['s', -1, undefined],
    ['unknown', 1, undefined],
  ] as const)('of %s by %i stays within its section', (id, step, order) => {
    expect(idsAfterStep(rail, id, step)?.join()).toBe(order);
  });
});

describe('a drop', () => {
  it('assigns the group of its new position', () => {
    expect(idsAfterDrop(rail, 'a', 'g1', 'after')).toEqual({ ids: ['p', 'b', 'g1', 'a', 'g2', 'h1', 's'], group: 'Shops' });
    expect(idsAfterDrop(rail, 'g1', 'a', 'before')).toEqual({ ids: ['p', 'g1', 'a', 'b', 'g2', 'h1', 's'], group: null });
  });

  it('among pinned connections pins it and keeps its group', () => {
    expect(idsAfterDrop(rail, 'h1', 'p', 'before')).toEqual({ ids: ['h1', 'p', 'a', 'b', 'g1', 'g2', 's'], pinned: true });
    expect(idsAfterDrop(rail, 'p', 'h1', 'after')).toEqual({ ids: ['a', 'b', 'g1', 'g2', 'h1', 'p', 's'], pinned: false, group: 'Banks' });
  });

  it.each([
    ['a', 'a'],
    ['a', 's'],
    ['s', 'a'],
    ['unknown', 'a'],
    ['a', 'unknown'],
  ])('of %s on %s is none', (id, target) => {
    expect(idsAfterDrop(rail, id, target, 'before')).toBeNull();
  });
});
