import { expect, it } from 'vitest';
import { dateNear, timeNear } from './days';

const now = new Date(2026, 10, 29).getTime();

it.each([
  ['Nov\u00a012', new Date(2026, 10, 12).getTime(), 'en'],
  ['12.\u00a0Nov.', new Date(2026, 10, 12).getTime(), 'de'],
  ['11月12日', new Date(2026, 10, 12).getTime(), 'ja'],
  ['Nov\u00a012,\u00a02025', new Date(2025, 10, 12).getTime(), 'en'],
  ['Jan\u00a01,\u00a02027', new Date(2027, 0, 1).getTime(), 'en'],
  ['–', Number.NaN, 'en'],
])('a day is %s, with a year only where it is another one', (text, millis, locale) => {
  expect(dateNear(millis, now, locale)).toBe(text);
});

it.each([
  ['12:05 AM', new Date(2026, 10, 29, 0, 5), 'en'],
  ['Nov 28, 2026, 11:58 PM', new Date(2026, 10, 28, 23, 58), 'en'],
  ['28.11.2026, 23:58', new Date(2026, 10, 28, 23, 58), 'de'],
  ['2026/11/28 23:58', new Date(2026, 10, 28, 23, 58), 'ja'],
  ['–', new Date(Number.NaN), 'en'],
])('a time is %s, with the date only of another day', (text, time, locale) => {
  expect(timeNear(time.getTime(), new Date(2026, 10, 29, 0, 10).getTime(), locale).replace(/\s/g, ' ')).toBe(text);
});
