import { describe, expect, it, test } from 'vitest';
import { dateFieldValue, expiryMillis } from './key-expiry';

const now = new Date(2026, 10, 22, 17, 0).getTime();
const endOf = (year: number, month: number, day: number) => new Date(year, month - 1, day, 23, 59, 59, 999).getTime();

test.each([
  ['30', '', now + 30 * 86_400_000],
  ['90', '', now + 90 * 86_400_000],
  ['365', '', now + 365 * 86_400_000],
  ['90', '2020-01-01', now + 90 * 86_400_000],
  ['never', '', null],
  ['never', '2020-01-01', null],
  ['date', '2026-11-22', endOf(2026, 11, 22)],
  ['date', '2026-11-23', endOf(2026, 11, 23)],
  ['date', '2028-02-29', endOf(2028, 2, 29)],
  ['date', '9999-12-31', endOf(9999, 12, 31)],
  ['date', '2026-11-21', undefined],
  ['date', '2027-02-29', undefined],
  ['date', '2027-13-01', undefined],
  ['date', '2027-00-10', undefined],
  ['date', '', undefined],
  ['date', '22.11.2027', undefined],
  ['date', '20270-01-01', undefined],
] as const)('the choice %s with the date “%s”', (choice, date, expected) => {
  expect(expiryMillis(choice, date, now)).toBe(expected);
});

describe('the value of a date field', () => {
  it.each([
    [endOf(2026, 11, 22), '2026-11-22'],
    [new Date(2027, 0, 3).getTime(), '2027-01-03'],
  ])('of %i is %s', (millis, text) => {
    expect(dateFieldValue(millis)).toBe(text);
    expect(expiryMillis('date', text, millis - 1)).toBe(endOf(...(text.split('-').map(Number) as [number, number, number])));
  });
});
