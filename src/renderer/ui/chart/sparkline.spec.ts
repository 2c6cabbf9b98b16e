import { expect, test } from 'vitest';
import { sparkline } from './sparkline';

const size = { width: 106, height: 26 };

test.each([
  ['a rise', [0, 5, 10], 'M3 23L53 13L103 3', { x: 103, y: 3 }],
  ['a fall', [2, 1], 'M3 3L103 23', { x: 103, y: 23 }],
  ['zeros, at the bottom', [0, 0], 'M3 23L103 23', { x: 103, y: 23 }],
  ['equal values, in the middle', [4, 4], 'M3 13L103 13', { x: 103, y: 13 }],
])('%s', (_name, values, line, end) => {
  expect(sparkline(values, size)).toEqual({ line, end });
});

test.each([[[]], [[7]]])('%j is no line', (values) => {
  expect(sparkline(values, size)).toBeNull();
});
