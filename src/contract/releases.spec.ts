import { expect, test } from 'vitest';
import { compareReleases, isAtLeast, newestKnownRelease, numberedRelease } from './releases';

/** wire/hexclave 0, and numbers that may follow. */
const inTime = [
  '2.8.4',
  '2.8.5',
  '2.8.10',
  '2.8.26',
  '2.8.85',
  '2.8.86',
  '2.8.87',
  '2.8.100',
  '2.8.109',
  '2.9.0',
  '2.10.0',
  '1.0.0',
  '1.0.4',
  '1.0.125',
  '1.1.0',
  '1.10.2',
  '3.0.0',
  '10.0.0',
];

test('releases are in the order of time', () => {
  expect([...inTime].reverse().sort(compareReleases)).toEqual(inTime);
});

test.each(inTime)('%s is at least each earlier release and itself', (release) => {
  expect(inTime.filter((since) => isAtLeast(release, since))).toEqual(inTime.slice(0, inTime.indexOf(release) + 1));
});

test('later releases than the newest known one are newer', () => {
  expect(inTime.filter((release) => numberedRelease(release).isNewer)).toEqual(inTime.slice(inTime.indexOf(newestKnownRelease) + 1));
});
