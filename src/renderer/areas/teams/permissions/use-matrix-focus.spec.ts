import { expect, it } from 'vitest';
import { targetCell } from './use-matrix-focus';

const size = { rows: 200, columns: 12 };

it.each<[key: string, ctrl: boolean, row: number, column: number]>([
  ['ArrowUp', false, 9, 5],
  ['ArrowDown', false, 11, 5],
  ['ArrowLeft', false, 10, 4],
  ['ArrowRight', false, 10, 6],
  ['PageUp', false, 0, 5],
  ['PageDown', false, 25, 5],
  ['Home', false, 10, 0],
  ['End', false, 10, 11],
  ['Home', true, 0, 0],
  ['End', true, 199, 11],
])('%s (Ctrl: %s) moves to row %i, column %i', (key, ctrl, row, column) => {
  expect(targetCell({ key, ctrl, page: 15 }, { row: 10, column: 5 }, size)).toEqual({ row, column });
});

it('stays inside, and leaves other keys alone', () => {
  const press = (key: string) => ({ key, ctrl: false, page: 15 });
  expect(targetCell(press('ArrowUp'), { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 });
  expect(targetCell(press('ArrowRight'), { row: 199, column: 11 }, size)).toEqual({ row: 199, column: 11 });
  expect(targetCell(press('a'), { row: 0, column: 0 }, size)).toBeUndefined();
});
