import { expect, test } from 'vitest';
import { parseDuration } from './duration-field';

const minute = 60_000;

test.each([
  ['1 min', minute],
  ['90 min', 90 * minute],
  [' 90MIN ', 90 * minute],
  ['3 h', 180 * minute],
  ['1 h 30 min', 90 * minute],
  ['1h30m', 90 * minute],
  ['1.5 hours', 90 * minute],
  ['2 d', 2880 * minute],
  ['1 day 1 hour', 1500 * minute],
  ['367 days', 367 * 1440 * minute],
  ['１ｈ　３０ｍｉｎ', 90 * minute],
])('%s', (text, millis) => {
  expect(parseDuration(text)).toEqual({ millis });
});

test.each([
  ['', 'unreadable'],
  ['  ', 'unreadable'],
  ['90', 'unreadable'],
  ['min', 'unreadable'],
  ['-1 h', 'unreadable'],
  ['1 h 1 h', 'unreadable'],
  ['1 h 30', 'unreadable'],
  ['1,5 h', 'unreadable'],
  ['1..5 h', 'unreadable'],
  ['1 fortnight', 'unreadable'],
  ['1 constructor', 'unreadable'],
  ['1e9 h', 'unreadable'],
  ['١ h', 'unreadable'],
  ['one hour', 'unreadable'],
  ['0 min', 'too-short'],
  ['0.5 min', 'too-short'],
  ['367 d 1 min', 'too-long'],
  ['368 days', 'too-long'],
  [`${'9'.repeat(400)} d`, 'too-long'],
])('%s is %s', (text, problem) => {
  expect(parseDuration(text)).toEqual({ problem });
});
