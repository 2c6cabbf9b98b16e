import { describe, expect, it } from 'vitest';
import { anchored, emptySelection, extended, followed, type RowSelection, toggled } from './use-selection';

const entries = (...keys: readonly string[]) => keys.map((key) => [key, key.toUpperCase()] as const);
const keysOf = ({ items }: RowSelection<string>) => [...items.keys()];

describe('a selection', () => {
  it('toggles a row, which becomes the anchor', () => {
    const one = toggled(emptySelection<string>(), 3, 'a', 'A');
    expect([keysOf(one), one.anchor]).toEqual([['a'], 3]);
    const none = toggled(one, 4, 'a', 'A');
    expect([keysOf(none), none.anchor]).toEqual([[], 4]);
  });

  it('replaces the range when it is extended again, and keeps what was selected before', () => {
    const before = toggled(toggled(emptySelection<string>(), 9, 'z', 'Z'), 0, 'a', 'A');
    const longer = extended(before, entries('a', 'b', 'c', 'd'));
    expect(keysOf(longer)).toEqual(['z', 'a', 'b', 'c', 'd']);
    const shorter = extended(longer, entries('a', 'b'));
    expect([keysOf(shorter), shorter.anchor]).toEqual([['z', 'a', 'b'], 0]);
  });

  it('extends from the row with the focus if none was toggled', () => {
    const range = extended(anchored(emptySelection<string>(), 5), entries('f', 'g'));
    expect([keysOf(range), range.anchor]).toEqual([['f', 'g'], 5]);
    expect(anchored(range, 8).anchor).toBe(5);
  });

  it('follows a list: what is gone isn’t selected, and the rest is as the list has it', () => {
    const before = extended(toggled(emptySelection<string>(), 0, 'a', 'A'), entries('a', 'b', 'c'));
    const after = followed(
      before,
      () =>
        new Map([
          ['a', 'A'],
          ['c', 'changed'],
        ]),
    );
    expect([...after.items]).toEqual([
      ['a', 'A'],
      ['c', 'changed'],
    ]);
    expect([...after.base.keys(), after.anchor]).toEqual(['a', 'c', null]);
    expect(keysOf(extended(anchored(after, 1), entries('d')))).toEqual(['a', 'c', 'd']);
  });

  it('stays the same while the list has all of it', () => {
    const before = extended(toggled(emptySelection<string>(), 0, 'a', 'A'), entries('a', 'b'));
    expect(followed(before, () => new Map(entries('a', 'b', 'c')))).toBe(before);
    const changed = followed(
      before,
      () =>
        new Map([
          ['a', 'A'],
          ['b', 'changed'],
        ]),
    );
    expect([[...changed.items.values()], changed.anchor]).toEqual([['A', 'changed'], 0]);
    const none = emptySelection<string>();
    expect(followed(none, () => new Map())).toBe(none);
  });
});
