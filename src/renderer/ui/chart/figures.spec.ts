import { expect, test } from 'vitest';
import { calendarDay, compactNumber, percentChange } from './figures';

test.each([
  [0.062, '+6%'],
  [-0.25, '-25%'],
  [0, '0%'],
  [0.001, '0%'],
  [12, '+1,200%'],
])('a change of %s is %s', (fraction, text) => {
  expect(percentChange(fraction, 'en')).toBe(text);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1800, '1.8K'],
  [2_000_000, '2M'],
])('%s in short is %s', (value, text) => {
  expect(compactNumber(value, 'en')).toBe(text);
});

test.each([
  [2500, 'de', '2.500'],
  [2500, 'ja', '2,500'],
  [12_000, 'de', '12.000'],
  [12_000, 'ja', '1.2万'],
])('%s in short has separators in %s', (value, locale, text) => {
  expect(compactNumber(value, locale)).toBe(text);
});

test.each([
  ['2026-11-10', 'full', 'Tue, Nov 10'],
  ['2026-11-10', 'short', 'Nov 10'],
  ['soon', 'full', 'soon'],
] as const)('the day %s, %s, is %s', (date, form, text) => {
  expect(calendarDay(date, 'en', form)).toBe(text);
});

test('a weekday is in Japanese brackets in Japanese', () => {
  expect(calendarDay('2026-11-25', 'ja')).toBe('11月25日（水）');
  expect(calendarDay('2026-11-25', 'ja', 'short')).toBe('11月25日');
});
