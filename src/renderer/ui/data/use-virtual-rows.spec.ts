import { expect, it } from 'vitest';
import { targetRow } from './use-virtual-rows';

it.each([
  ['ArrowDown', 3, 4],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 99, 99],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['PageDown', 95, 99],
  ['PageUp', 50, 30],
])('%s from row %i leads to %i', (key, from, to) => {
  expect(targetRow(key, from, 100, 20)).toBe(to);
});

it('other keys do not move the focus', () => {
  expect(targetRow('a', 3, 100, 20)).toBeUndefined();
});
