import { expect, test } from 'vitest';
import { readAllPages } from './all-pages';

/** Pages by cursor, as a service responds. */
const pages: Readonly<Record<string, unknown>> = {
  b: { items: [2, 3], is_paginated: true, pagination: { next_cursor: 'c' }, omitted: { count: 1, path: 'items.1.id' } },
  c: { items: [4], is_paginated: true, pagination: { next_cursor: null }, omitted: { count: 2, path: 'items.0.id' } },
  again: { items: [5], is_paginated: true, pagination: { next_cursor: 'again' } },
};
const read = async (cursor: string) => pages[cursor];

test('a list without pages, or with one, is returned as it is', async () => {
  for (const whole of [
    { items: [1], is_paginated: false },
    { items: [1], is_paginated: true, pagination: { next_cursor: null } },
  ])
    expect(await readAllPages(whole, read)).toBe(whole);
});

test('the items of all pages are one list, with what was left out of any', async () => {
  const first = { items: [1], is_paginated: true, pagination: { next_cursor: 'b' } };
  expect(await readAllPages(first, read)).toEqual({
    items: [1, 2, 3, 4],
    is_paginated: false,
    omitted: { count: 3, path: 'items.1.id' },
  });
});

test('a cursor that comes again ends the reading', async () => {
  const first = { items: [1], is_paginated: true, pagination: { next_cursor: 'again' } };
  await expect(readAllPages(first, read)).rejects.toMatchObject({ report: { code: 'bad-response', path: 'pagination.next_cursor' } });
});

test('a page that fails fails the list', async () => {
  const first = { items: [1], is_paginated: true, pagination: { next_cursor: 'b' } };
  await expect(readAllPages(first, () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
});
