import { expect, test } from 'vitest';
import { parseFixedTime } from './fixed-time';

test.each([
  ['2026-01-15T10:00:00Z', Date.UTC(2026, 0, 15, 10)],
  ['2026-01-15T10:00:00.25Z', Date.UTC(2026, 0, 15, 10, 0, 0, 250)],
  ['2026-01-15T10:00:00+09:00', Date.UTC(2026, 0, 15, 1)],
])('%s is a time', (text, millis) => {
  expect(parseFixedTime(text)).toBe(millis);
});

test.each([
  '',
  'now',
  '0',
  '1768471200000',
  '2026-01-15',
  '2026-01-15T10:00:00',
  '2026-01-15T10:00Z',
  '2026-02-30T10:00:00Z',
  '2026-01-15T25:00:00Z',
  '2026-01-15 10:00:00Z',
  '1969-12-31T23:59:59Z',
  ' 2026-01-15T10:00:00Z',
])('%j is none', (text) => {
  expect(parseFixedTime(text)).toBeNull();
});
