import { describe, expect, it } from 'vitest';
import {
  firstSlots,
  maxPages,
  omittedFrom,
  type PageSlot,
  pageOfRow,
  pageStarts,
  pagesToKeep,
  withNextSlot,
  withPage,
} from './page-window';

const slots = (count: number, size = 100): PageSlot[] =>
  Array.from({ length: count }, (_, at) => ({ cursor: at === 0 ? null : `c${at}`, size, next: `c${at + 1}`, lastIds: [] }));

describe('positions of rows', () => {
  it('are found for pages of any length', () => {
    const starts = pageStarts([...slots(2), { cursor: 'c2', size: 0, next: null, lastIds: [] }]);
    expect(starts).toEqual([0, 100, 200, 200]);
    expect([0, 99, 100, 199].map((row) => pageOfRow(starts, row))).toEqual([0, 0, 1, 1]);
    expect(pageOfRow(starts, 5000)).toBe(2);
    expect(pageOfRow(pageStarts(firstSlots), 0)).toBe(0);
  });
});

describe('pages to keep', () => {
  it('are those in view and their neighbors', () => {
    expect(pagesToKeep(slots(100), 5000, 5040)).toEqual([48, 49, 50, 51, 52]);
    expect(pagesToKeep(slots(100), 0, 20)).toEqual([0, 1, 2]);
    expect(pagesToKeep(slots(3), 250, 299)).toEqual([0, 1, 2]);
  });

  it('never exceed the limit, however large the view', () => {
    expect(pagesToKeep(slots(10_000), 0, 999_999)).toHaveLength(maxPages);
    expect(pagesToKeep(slots(10_000), 500_000, 999_999, 3)).toEqual([5000, 5001, 5002]);
  });
});

describe('the next page', () => {
  it('is requested near the end only', () => {
    const known = slots(2);
    expect(withNextSlot(known, 100)).toBe(known);
    expect(withNextSlot(known, 170).at(-1)).toMatchObject({ cursor: 'c2', next: undefined });
  });

  it('is not requested twice, or after the end', () => {
    const asked = withNextSlot(slots(1), 99);
    expect(withNextSlot(asked, 99)).toBe(asked);
    const ended: PageSlot[] = [{ cursor: null, size: 3, next: null, lastIds: [] }];
    expect(withNextSlot(ended, 3)).toBe(ended);
  });
});

describe('a page after it was read', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];

  it('keeps its last rows from the end', () => {
    expect(withPage(firstSlots, 0, { ids, next: 'n' })[0]).toEqual({
      cursor: null,
      size: 6,
      next: 'n',
      lastIds: ['f', 'e', 'd', 'c', 'b'],
    });
  });

  it('changes nothing if it is unchanged', () => {
    const once = withPage(firstSlots, 0, { ids, next: 'n' });
    expect(withPage(once, 0, { ids, next: 'n' })).toBe(once);
  });

  it('removes the following pages if it is now the last', () => {
    const two = withNextSlot(withPage(firstSlots, 0, { ids, next: 'n' }), 5);
    expect(withPage(two, 0, { ids: ['a'], next: null })).toHaveLength(1);
  });

  it('keeps the following pages while its cursor leads to them', () => {
    const two = withNextSlot(withPage(firstSlots, 0, { ids, next: 'n' }), 5);
    expect(withPage(two, 0, { ids: ids.slice(1), next: 'n' })).toHaveLength(2);
    expect(withPage(two, 0, { ids, next: 'elsewhere' })).toHaveLength(1);
  });

  it('that overlaps the next one after a deletion leaves that one its rows', () => {
    const known = [
      { cursor: null, size: 3, next: 'd', lastIds: ['c', 'b', 'a'] },
      { ...firstSlots[0], cursor: 'd', size: 3, next: null, lastIds: [] },
    ];
    expect(withPage(known, 0, { ids: ['a', 'c', 'd'], next: 'e' })).toEqual([
      { cursor: null, size: 2, next: 'd', lastIds: ['c', 'a'] },
      known[1],
    ]);
  });

  it('whose rows were displaced by new ones is connected to the next by a page between them', () => {
    const known = [
      { cursor: null, size: 3, next: 'd', lastIds: ['c', 'b', 'a'] },
      { ...firstSlots[0], cursor: 'd', size: 3, next: null, lastIds: [] },
    ];
    const grown = withPage(known, 0, { ids: ['new', 'a', 'b'], next: 'c' });
    expect(grown.map(({ cursor, size }) => [cursor, size])).toEqual([
      [null, 3],
      ['c', 0],
      ['d', 3],
    ]);
    expect(withPage(grown, 0, { ids: ['new', 'a', 'b'], next: 'c' })).toBe(grown);
    const joined = withPage(grown, 1, { ids: ['c', 'd', 'e'], next: 'f' });
    expect(joined.map(({ cursor, size, next }) => [cursor, size, next])).toEqual([
      [null, 3, 'c'],
      ['c', 1, 'd'],
      ['d', 3, null],
    ]);
    expect(withPage(grown, 1, { ids: ['c', 'x', 'y'], next: 'z' })).toHaveLength(2);
  });

  it('of a list that is shorter by now is ignored', () => {
    expect(withPage(firstSlots, 7, { ids, next: null })).toBe(firstSlots);
  });
});

describe('omitted items', () => {
  const omitted = { count: 2, path: 'items.7.id' };

  it('are none while every page is complete', () => {
    expect(omittedFrom(firstSlots)).toBeUndefined();
    expect(omittedFrom(withPage(firstSlots, 0, { ids: ['a'], next: null }))).toBeUndefined();
  });

  it('are counted over all pages, with the path of the first', () => {
    const two = withNextSlot(withPage(firstSlots, 0, { ids: ['a'], next: 'b', omitted }), 0);
    const both = withPage(two, 1, { ids: ['b'], next: null, omitted: { count: 3, path: 'items.0' } });
    expect(omittedFrom(both)).toEqual({ count: 5, path: 'items.7.id' });
  });

  it('are removed once the page is valid', () => {
    const once = withPage(firstSlots, 0, { ids: ['a'], next: null, omitted });
    expect(withPage(once, 0, { ids: ['a'], next: null, omitted })).toBe(once);
    expect(omittedFrom(withPage(once, 0, { ids: ['a'], next: null }))).toBeUndefined();
  });
});
