import { beforeAll, describe, expect, test } from 'vitest';
import { isQuiet, quietMillis } from './quiet-hours';

beforeAll(() => {
  process.env.TZ = 'Europe/Berlin';
});

const night = { from: '22:00', to: '07:00' };
const lunch = { from: '12:00', to: '13:30' };
/** A time as clocks in Berlin show it; in winter unless the month is from April to October. */
const at = (text: string) => new Date(text).getTime();

describe('isQuiet', () => {
  test.each([
    ['no quiet hours', null, '2026-11-23T23:00', false],
    ['the minute before they start', night, '2026-11-23T21:59:59.999', false],
    ['their first moment', night, '2026-11-23T22:00', true],
    ['midnight', night, '2026-11-24T00:00', true],
    ['the next morning', night, '2026-11-24T06:59:59.999', true],
    ['their end', night, '2026-11-24T07:00', false],
    ['noon of a night', night, '2026-11-24T12:00', false],
    ['within a day', lunch, '2026-11-23T12:00', true],
    ['the end within a day', lunch, '2026-11-23T13:30', false],
    ['before those within a day', lunch, '2026-11-23T11:59', false],
    ['equal times, at any time', { from: '08:00', to: '08:00' }, '2026-11-23T20:00', true],
    ['equal times, at that time', { from: '08:00', to: '08:00' }, '2026-11-23T08:00', true],
    ['the hour that is repeated in autumn', { from: '02:00', to: '03:00' }, '2026-10-25T02:30', true],
    ['the hour after the one that spring skips', { from: '02:00', to: '03:00' }, '2026-03-29T03:00', false],
    ['the end of a night in which spring skips an hour', { from: '22:00', to: '02:30' }, '2026-03-29T03:00', false],
  ])('at %s', (_when, hours, time, quiet) => {
    expect(isQuiet(hours, at(time))).toBe(quiet);
  });

  test('holds in both of the hours that autumn shows twice', () => {
    const first = at('2026-10-25T02:30');
    const hours = { from: '02:00', to: '03:00' };
    expect([first, first + 3_600_000, first + 5_400_000].map((time) => isQuiet(hours, time))).toEqual([true, true, false]);
  });
});

describe('quietMillis', () => {
  test.each([
    ['outside', night, '2026-11-23T12:00', null],
    ['without quiet hours', null, '2026-11-23T23:00', null],
    ['across midnight', night, '2026-11-23T23:00', 8 * 3_600_000],
    ['a moment before their end', night, '2026-11-24T06:59:59.500', 500],
    ['within a day', lunch, '2026-11-23T13:00:30', 29.5 * 60_000],
    ['of a whole day, at its start', { from: '08:00', to: '08:00' }, '2026-11-23T08:00', 86_400_000],
    ['of a whole day, a minute before', { from: '08:00', to: '08:00' }, '2026-11-23T07:59', 60_000],
  ])('%s', (_when, hours, time, millis) => {
    expect(quietMillis(hours, at(time))).toBe(millis);
  });

  test('is positive whenever it is quiet, also around a change of the clocks', () => {
    for (let time = at('2026-03-28T20:00'); time < at('2026-03-29T12:00'); time += 7 * 60_000) {
      expect((quietMillis(night, time) ?? 1) > 0).toBe(true);
    }
  });
});
