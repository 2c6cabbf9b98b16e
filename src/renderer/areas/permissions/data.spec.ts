import { describe, expect, it } from 'vitest';
import { createPermissionGraph, type PermissionGraph } from '#lib/rules/permission-graph.ts';
import { affectedHolders, effectOf, neededGrants } from '../../areas/permissions/data';

type Definitions = Readonly<Record<string, readonly string[]>>;
/** Direct grants: the permissions of each holder. */
type Grants = Readonly<Record<string, readonly string[]>>;

const graphOf = (definitions: Definitions) =>
  createPermissionGraph(Object.entries(definitions).map(([id, contained]) => ({ id, contained_permission_ids: contained })));

const holdersBy = (has: (granted: readonly string[]) => boolean, grants: Grants) =>
  new Set(Object.keys(grants).filter((holder) => has(grants[holder] ?? [])));

const holds = (graph: PermissionGraph, granted: readonly string[], id: string) =>
  granted.some((one) => one === id || graph.closureOf(one).has(id));

function affected(id: string, before: Definitions, after: Definitions, grants: Grants) {
  const change = { id, before: graphOf(before), after: graphOf(after) };
  const needed = neededGrants(change);
  return affectedHolders(change, {
    // Reading any other list fails, so that what is needed is also what is used.
    holdersOf(one) {
      if (!needed.holders.includes(one)) throw new Error(`The holders of ${one} were not read`);
      return holdersBy((granted) => holds(change.before, granted, one), grants);
    },
    directOf(one) {
      if (!needed.direct.includes(one)) throw new Error(`The grants of ${one} were not read`);
      return holdersBy((granted) => granted.includes(one), grants);
    },
  });
}

const plain = { read: [], write: [], run: [] };

describe('the effect of a change', () => {
  it.each([
    ['nothing', { a: ['read'], ...plain }, { a: ['read'], ...plain }, [], []],
    ['a permission more', { a: ['read'], ...plain }, { a: ['read', 'write'], ...plain }, ['write'], []],
    [
      'all that comes with it',
      { a: [], b: ['read', 'write'], ...plain },
      { a: ['b'], b: ['read', 'write'], ...plain },
      ['b', 'read', 'write'],
      [],
    ],
    ['nothing, if another one still contains it', { a: ['b', 'read'], b: ['read'], ...plain }, { a: ['b'], b: ['read'], ...plain }, [], []],
    ['a permission less', { a: ['read', 'write'], ...plain }, { a: ['read'], ...plain }, [], ['write']],
    ['itself and its contents less, when it is deleted', { a: ['read'], ...plain }, plain, [], ['a', 'read']],
  ])('is %s', (_, before, after, gained, lost) => {
    const effect = effectOf({
      id: 'a',
      before: graphOf(before as unknown as Definitions),
      after: graphOf(after as unknown as Definitions),
    });
    expect({ gained: [...effect.gained].sort(), lost: [...effect.lost].sort() }).toEqual({ gained, lost });
  });
});

describe('those affected', () => {
  it('gain what they did not have before', () => {
    const grants = { ada: ['a'], grace: ['a', 'write'], mary: ['write'], alan: ['outer'] };
    const definitions = { outer: ['a'], a: ['read'], ...plain };
    expect(affected('a', definitions, { ...definitions, a: ['read', 'write'] }, grants)).toEqual({
      gains: [{ id: 'write', holders: ['ada', 'alan'] }],
      loses: [],
    });
  });

  it('lose what they have through nothing else', () => {
    const definitions = { a: ['read', 'write'], other: ['inner'], inner: ['write'], ...plain };
    const grants = { ada: ['a'], grace: ['a', 'write'], mary: ['a', 'other'], alan: ['a', 'inner'], joan: ['other'] };
    expect(affected('a', definitions, { ...definitions, a: ['read'] }, grants)).toEqual({
      gains: [],
      loses: [{ id: 'write', holders: ['ada'] }],
    });
  });

  it('lose everything through one that is lost as well', () => {
    const definitions = { a: ['inner'], inner: ['write'], ...plain };
    const grants = { ada: ['a'], grace: ['a', 'inner'], mary: ['a', 'write'] };
    expect(affected('a', definitions, { ...definitions, a: [] }, grants).loses).toEqual([
      { id: 'inner', holders: ['ada', 'mary'] },
      { id: 'write', holders: ['ada'] },
    ]);
  });

  it('lose permissions that contain each other, unless one of them is granted', () => {
    const definitions = { a: ['x'], x: ['y'], y: ['x'] };
    const grants = { ada: ['a'], grace: ['a', 'y'] };
    expect(affected('a', definitions, { ...definitions, a: [] }, grants).loses).toEqual([
      { id: 'x', holders: ['ada'] },
      { id: 'y', holders: ['ada'] },
    ]);
  });

  it('lose a deleted permission however they got it, and its contents unless they have them otherwise', () => {
    const definitions = { outer: ['a'], a: ['read'], ...plain };
    const grants = { ada: ['a'], grace: ['outer', 'read'], mary: ['outer'] };
    expect(affected('a', definitions, { outer: [], ...plain }, grants).loses).toEqual([
      { id: 'a', holders: ['ada', 'grace', 'mary'] },
      { id: 'read', holders: ['ada', 'mary'] },
    ]);
  });

  it('agree with holding before and after, for many changes', () => {
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % below;
    };
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const some = () => ids.filter(() => random(4) === 0);
    for (let round = 0; round < 300; round += 1) {
      const before = Object.fromEntries(ids.map((id) => [id, some()]));
      const after = round % 5 === 0 ? withoutPermission(before, 'a') : { ...before, a: some() };
      const grants = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`u${at}`, some()]));
      const { gains, loses } = affected('a', before, after, grants);
      const [old, next] = [graphOf(before), graphOf(after)];
      const expected = { gains: new Set<string>(), loses: new Set<string>() };
      for (const [holder, granted] of Object.entries(grants)) {
        const remaining = granted.filter((id) => next.ids.includes(id));
        for (const id of ids) {
          const [had, has] = [holds(old, granted, id), holds(next, remaining, id)];
          if (!had && has) expected.gains.add(`${id} ${holder}`);
          if (had && !has) expected.loses.add(`${id} ${holder}`);
        }
      }
      const flat = (list: typeof gains) => new Set(list.flatMap(({ id, holders }) => holders.map((holder) => `${id} ${holder}`)));
      expect({ gains: flat(gains), loses: flat(loses) }).toEqual(expected);
    }
  });
});

function withoutPermission(definitions: Definitions, id: string): Definitions {
  const others = Object.entries(definitions).filter(([name]) => name !== id);
  return Object.fromEntries(others.map(([name, contained]) => [name, contained.filter((inner) => inner !== id)]));
}
