import { expect, it } from 'vitest';
import { narrowedBy } from './narrowed-by';

it.each([
  ['ada', false, 'search'],
  ['ada', true, 'both'],
  ['', true, 'filter'],
  [' ', true, 'filter'],
] as const)('a list with the search “%s” (filtered: %s) is narrowed by %s', (search, isFiltered, by) => {
  expect(narrowedBy(search, isFiltered)).toBe(by);
});
