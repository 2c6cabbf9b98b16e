import { expect, test } from 'vitest';
import { cutText } from './cut-text';

test.each([
  { text: '', max: 4, cut: '' },
  { text: 'four', max: 4, cut: 'four' },
  { text: 'fives', max: 4, cut: 'fiv…' },
  { text: 'ab🔑d', max: 5, cut: 'ab🔑d' },
  { text: 'ab🔑de', max: 5, cut: 'ab🔑…' },
  { text: 'abc🔑e', max: 5, cut: 'abc…' },
  { text: '🔑🔑🔑', max: 1, cut: '…' },
])('cuts "$text" to at most $max units: "$cut"', ({ text, max, cut }) => {
  expect(cutText(text, max)).toBe(cut);
});

test('never ends with half a character, wherever the cut falls', () => {
  for (let max = 1; max < 20; max += 1) expect(cutText('🔑'.repeat(10), max)).toMatch(/^(🔑)*…$/u);
});
