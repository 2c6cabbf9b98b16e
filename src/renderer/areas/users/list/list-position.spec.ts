import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { PageSlot } from '#data/page-window.ts';
import { isStoredPosition, maxStoredPages, slotsOf, toStoredPosition } from './list-position';

const slot = (cursor: string | null, size: number, next: string | null | undefined): PageSlot => ({ cursor, size, next, lastIds: ['x'] });
const slots = [slot(null, 100, 'a'), slot('a', 100, 'b'), slot('b', 40, null)];

describe('a place', () => {
  it('has the pages that were read', () => {
    const place = toStoredPosition('f', [...slots.slice(0, 2), slot('b', 0, undefined)], 150);
    expect(place).toEqual({
      of: 'f',
      row: 150,
      pages: [
        [null, 100],
        ['a', 100],
      ],
    });
    expect(slotsOf(place)).toEqual([
      { cursor: null, size: 100, next: 'a', lastIds: [] },
      { cursor: 'a', size: 100, next: undefined, lastIds: [] },
    ]);
  });

  it('ends with the last page that can be stored', () => {
    const many = Array.from({ length: maxStoredPages + 50 }, (_value, at) => slot(at === 0 ? null : `${at}`, 100, `${at + 1}`));
    const place = toStoredPosition('f', many, 34_000);
    expect([place.pages.length, place.row]).toEqual([maxStoredPages, maxStoredPages * 100 - 1]);
  });

  it('fits into what the profile stores', () => {
    const id = '01234567-89ab-4cde-8f01-23456789abcd';
    const many = Array.from({ length: maxStoredPages }, (_value, at) => slot(at === 0 ? null : id, 100, id));
    expect(JSON.stringify(toStoredPosition('f'.repeat(500), many, 0)).length).toBeLessThan(16_384);
  });

  it.each<[JsonValue, boolean]>([
    [toStoredPosition('f', slots, 3), true],
    [null, false],
    [[], false],
    [{ of: 'f', row: 0, pages: [] }, false],
    [{ of: 'f', row: -1, pages: [[null, 1]] }, false],
    [{ of: 'f', row: 0, pages: [['a', 1]] }, false],
    [
      {
        of: 'f',
        row: 0,
        pages: [
          [null, 1],
          [null, 1],
        ],
      },
      false,
    ],
    [{ of: 'f', row: 0, pages: [[null, '1']] }, false],
  ])('%j is used: %s', (value, isUsed) => {
    expect(isStoredPosition(value)).toBe(isUsed);
  });
});
