import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prioritiesToMove } from './rule-list';
import { byOrder } from './sign-up-rules';

const all = () => true;
const ranked = (...priorities: number[]) => priorities.map((priority, at) => ({ id: 'abcdef'[at] ?? '', priority }));

it.each([
  ['one of equal ones up', ranked(0, 0, 0), 'c', -1, 1],
  ['one of equal ones down', ranked(0, 0), 'a', 1, 1],
  ['one between others with room', ranked(30, 20, 10), 'c', -1, 1],
  ['one up where no room is left', ranked(3, 2, 1), 'c', -1, 1],
] as const)('moves %s', (_what, rules, id, by, count) => {
  const changes = prioritiesToMove(rules, id, by, all);
  expect(orderAfter(rules, changes ?? {})).toEqual(swapped(rules, id, by));
  expect(Object.keys(changes ?? {})).toHaveLength(count);
});

it('moves neither the first rule up, nor one that is no longer there, nor one without room between rules that can’t be changed', () => {
  expect(prioritiesToMove(ranked(2, 1), 'a', -1, all)).toBeNull();
  expect(prioritiesToMove(ranked(2, 1), 'z', 1, all)).toBeNull();
  expect(prioritiesToMove(ranked(0, 0, 0), 'c', -1, (id) => id === 'c')).toBeNull();
  expect(prioritiesToMove(ranked(3, 2), 'a', 1, (id) => id === 'b')).toEqual({ b: 4 });
});

const orderAfter = (rules: readonly { id: string; priority: number }[], changes: Readonly<Record<string, number>>) =>
  rules
    .map(({ id, priority }) => ({ id, priority: changes[id] ?? priority }))
    .sort(byOrder)
    .map(({ id }) => id);

function swapped(rules: readonly { id: string }[], id: string, by: number): string[] {
  const ids = rules.map((rule) => rule.id);
  const at = ids.indexOf(id);
  [ids[at], ids[at + by]] = [ids[at + by] ?? '', id];
  return ids;
}

const rules = fc
  .uniqueArray(fc.record({ id: fc.constantFrom(...'abcdefgh'), priority: fc.integer({ min: -3, max: 3 }) }), {
    selector: ({ id }) => id,
    minLength: 2,
  })
  .map((list) => list.sort(byOrder));

it('moves by one place and no further, and changes nothing that can’t be changed', () => {
  fc.assert(
    fc.property(rules, fc.nat(), fc.constantFrom<1 | -1>(1, -1), fc.subarray([...'abcdefgh']), (list, index, by, fixed) => {
      const at = index % list.length;
      const id = list[at]?.id ?? '';
      const changes = prioritiesToMove(list, id, by, (each) => !fixed.includes(each));
      if (changes === null) return at + by < 0 || at + by >= list.length || fixed.length > 0;
      expect(Object.keys(changes).filter((each) => fixed.includes(each))).toEqual([]);
      expect(orderAfter(list, changes)).toEqual(swapped(list, id, by));
      return true;
    }),
  );
});
