import { describe, expect, it } from 'vitest';
import { firstSlots, mostPages, type PageSlot, pageOfRow, pageStarts, pagesToHold, withNextSlot, withPage } from './page-window';

const slots = (count: number, size = 100): PageSlot[] =>
  Array.from({ length: count }, (_, at) => ({ cursor: at === 0 ? null : `c${at}`, size, next: `c${at + 1}`, lastIds: [] }));

describe('places of rows', () => {
  it('are found whatever the pages hold', () => {
    const starts = pageStarts([...slots(2), { cursor: 'c2', size: 0, next: null, lastIds: [] }]);
    expect(starts).toEqual([0, 100, 200, 200]);
    expect([0, 99, 100, 199].map((row) => pageOfRow(starts, row))).toEqual([0, 0, 1, 1]);
    expect(pageOfRow(starts, 5000)).toBe(2);
    expect(pageOfRow(pageStarts(firstSlots), 0)).toBe(0);
  });
});

describe('pages to hold', () => {
  it('are the view with neighbours', () => {
    expect(pagesToHold(slots(100), 5000, 5040)).toEqual([48, 49, 50, 51, 52]);
    expect(pagesToHold(slots(100), 0, 20)).toEqual([0, 1, 2]);
    expect(pagesToHold(slots(3), 250, 299)).toEqual([0, 1, 2]);
  });

  it('are never more than allowed, however large the view', () => {
    expect(pagesToHold(slots(10_000), 0, 999_999)).toHaveLength(mostPages);
    expect(pagesToHold(slots(10_000), 500_000, 999_999, 3)).toEqual([5000, 5001, 5002]);
  });
});

describe('the next page', () => {
  it('is asked for near the end only', () => {
    const known = slots(2);
    expect(withNextSlot(known, 100)).toBe(known);
    expect(withNextSlot(known, 170).at(-1)).toMatchObject({ cursor: 'c2', next: undefined });
  });

  it('is not asked for twice, nor after the end', () => {
    const asked = withNextSlot(slots(1), 99);
    expect(withNextSlot(asked, 99)).toBe(asked);
    const ended: PageSlot[] = [{ cursor: null, size: 3, next: null, lastIds: [] }];
    expect(withNextSlot(ended, 3)).toBe(ended);
  });
});

describe('a page that was read', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];

  it('keeps its last rows from the end', () => {
    expect(withPage(firstSlots, 0, ids, 'n')[0]).toEqual({ cursor: null, size: 6, next: 'n', lastIds: ['f', 'e', 'd', 'c', 'b'] });
  });

  it('changes nothing when it is read again as it was', () => {
    const once = withPage(firstSlots, 0, ids, 'n');
    expect(withPage(once, 0, ids, 'n')).toBe(once);
  });

  it('cuts off what follows when it became the last', () => {
    const two = withNextSlot(withPage(firstSlots, 0, ids, 'n'), 5);
    expect(withPage(two, 0, ['a'], null)).toHaveLength(1);
  });

  it('keeps what follows while it leads there', () => {
    const two = withNextSlot(withPage(firstSlots, 0, ids, 'n'), 5);
    expect(withPage(two, 0, ids.slice(1), 'n')).toHaveLength(2);
    expect(withPage(two, 0, ids, 'elsewhere')).toHaveLength(1);
  });

  it('that reaches into the next one after a deletion leaves that one its rows', () => {
    const known = [
      { cursor: null, size: 3, next: 'd', lastIds: ['c', 'b', 'a'] },
      { ...firstSlots[0], cursor: 'd', size: 3, next: null, lastIds: [] },
    ];
    expect(withPage(known, 0, ['a', 'c', 'd'], 'e')).toEqual([{ cursor: null, size: 2, next: 'd', lastIds: ['c', 'a'] }, known[1]]);
  });

  it('whose rows were pushed out by new ones is joined to the next by a page between them', () => {
    const known = [
      { cursor: null, size: 3, next: 'd', lastIds: ['c', 'b', 'a'] },
      { ...firstSlots[0], cursor: 'd', size: 3, next: null, lastIds: [] },
    ];
    const grown = withPage(known, 0, ['new', 'a', 'b'], 'c');
    expect(grown.map(({ cursor, size }) => [cursor, size])).toEqual([
      [null, 3],
      ['c', 0],
      ['d', 3],
    ]);
    expect(withPage(grown, 0, ['new', 'a', 'b'], 'c')).toBe(grown);
    const joined = withPage(grown, 1, ['c', 'd', 'e'], 'f');
    expect(joined.map(({ cursor, size, next }) => [cursor, size, next])).toEqual([
      [null, 3, 'c'],
      ['c', 1, 'd'],
      ['d', 3, null],
    ]);
    expect(withPage(grown, 1, ['c', 'x', 'y'], 'z')).toHaveLength(2);
  });

  it('of a list that was shortened meanwhile is ignored', () => {
    expect(withPage(firstSlots, 7, ids, null)).toBe(firstSlots);
  });
});
