import { expect, it } from 'vitest';
import { timeFieldValue, timeOfField } from './local-time';

it('a time of a field is the one that it was written from, to the minute', () => {
  const millis = new Date(2026, 10, 28, 9, 5).getTime();
  expect(timeFieldValue(millis)).toBe('2026-11-28T09:05');
  expect(timeOfField('2026-11-28T09:05')).toBe(millis);
  expect(timeOfField('2026-11-28T09:05:30')).toBe(millis);
});

it.each(['', '2026-11-28', '2026-02-30T10:00', '2026-13-01T10:00', '2026-11-28T24:00', '2026-11-28T10:60', 'tomorrow'])(
  '%j is no time',
  (text) => {
    expect(timeOfField(text)).toBeUndefined();
  },
);
