import { expect, it } from 'vitest';
import { dateNear } from './days';

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
