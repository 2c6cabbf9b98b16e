import { describe, expect, it } from 'vitest';
import {
  atStart,
  clockTime,
  dateTime,
  exactTime,
  formatNames,
  formatNumber,
  isoTime,
  mediumDate,
  relativeTime,
  shortenMiddle,
  timeUntil,
} from './format';

const now = new Date(2026, 10, 18, 14, 2).getTime();
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime();
const said = (millis: number) => relativeTime(millis, now, 'en');

describe('relative times', () => {
  it.each([
    ['now', now - 20_000],
    ['now', now - 50_000],
    ['1 minute ago', now - 70_000],
    ['2 minutes ago', now - 120_000],
    ['1 hour ago', now - 3_700_000],
    ['11 hours ago', now - 11 * 3_600_000],
    ['in 2 hours', now + 2 * 3_600_000],
    ['2 weeks ago', now - 15 * 86_400_000],
    ['3 months ago', now - 92 * 86_400_000],
    ['last year', now - 400 * 86_400_000],
  ])('%s', (words, millis) => {
    expect(said(millis)).toBe(words);
  });

  it('count days by the calendar', () => {
    expect(said(at(2026, 10, 17, 20, 0))).toBe('yesterday');
    expect(said(at(2026, 10, 16, 23, 59))).toBe('2 days ago');
    expect(said(at(2026, 10, 18, 1, 0))).toBe('13 hours ago');
  });

  it.each([
    ['2分前', now - 120_000],
    ['11時間前', now - 11 * 3_600_000],
    ['2週間前', now - 15 * 86_400_000],
    ['3か月前', now - 92 * 86_400_000],
  ])('have no space between number and unit in Japanese: %s', (words, millis) => {
    expect(relativeTime(millis, now, 'ja')).toBe(words);
  });

  it('are in the locale’s language', () => {
    expect(relativeTime(now - 120_000, now, 'de')).toBe('vor 2 Minuten');
    expect(relativeTime(now + 3 * 3_600_000, now, 'ja-JP')).toBe('3時間後');
  });
});

describe('the time until a moment', () => {
  const day = 86_400_000;
  it.each([
    ['in 5 hours', 5 * 3_600_000],
    ['in 1 day', 1.4 * day],
    ['in 6 days', 6 * day],
    ['in 90 days', 90 * day - 1000],
    ['in 99 days', 99 * day],
    ['in 3 months', 100 * day],
    ['in 12 months', 365 * day],
    ['in 2 years', 730 * day],
    ['in 100 years', 36_500 * day],
  ])('is %s', (words, distance) => {
    expect(timeUntil(now + distance, now, 'en')).toBe(words);
  });
});

describe('a relative time that stands alone', () => {
  const day = 86_400_000;
  it.each([
    ['en', 7 * day, 'In 7 days'],
    ['en', 90 * day, 'In 90 days'],
    ['de', 7 * day, 'In 7 Tagen'],
    ['ja', 7 * day, '7日後'],
    ['tr', 7 * day, '7 gün sonra'],
  ])('starts with a capital letter in %s: %s', (locale, distance, words) => {
    expect(atStart(timeUntil(now + distance, now, locale), locale)).toBe(words);
  });

  it.each([
    ['en', 'Yesterday'],
    ['de', 'Gestern'],
    ['ja', '昨日'],
  ])('starts with a capital letter in %s', (locale, words) => {
    expect(atStart(relativeTime(at(2026, 10, 17, 20, 0), now, locale), locale)).toBe(words);
  });

  it.each([
    ['tr', 'iki', 'İki'],
    ['en', '', ''],
    ['en', '𐐨 first', '𐐀 first'],
  ])('follows the rules of %s: %j', (locale, text, expected) => {
    expect(atStart(text, locale)).toBe(expected);
  });
});

describe.each(['en', 'de', 'ja'])('dates in %s', (locale) => {
  it('have no space at which a line could break', () => {
    expect(dateTime(now, locale)).toMatch(/^\S[^ ]+$/u);
    expect(dateTime(now, locale)).toContain('\u00a0');
    expect(mediumDate(now, locale)).not.toContain(' ');
  });
});

describe.each([8.7e15, -8.7e15, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.NaN, Number.POSITIVE_INFINITY])(
  'a time that no calendar has: %d',
  (millis) => {
    it('is a dash, with its number where it is exact', () => {
      expect(relativeTime(millis, now, 'en')).toBe('–');
      expect(timeUntil(millis, now, 'en')).toBe('–');
      expect(dateTime(millis, 'en')).toBe('–');
      expect(mediumDate(millis, 'en')).toBe('–');
      expect(clockTime(millis, 'en')).toBe('–');
      expect(exactTime(millis, 'en')).toBe(`${millis} ms`);
      expect(isoTime(millis)).toBeUndefined();
    });
  },
);

it.each([8.64e15, -8.64e15])('formats the first and the last time of the calendar: %d', (millis) => {
  for (const format of [dateTime, mediumDate, clockTime, exactTime]) expect(format(millis, 'en')).toMatch(/\d/);
  expect(relativeTime(millis, now, 'en')).toMatch(/years/);
  expect(isoTime(millis)).toMatch(/Z$/);
});

it('shortens long IDs in the middle, and short ones not at all', () => {
  expect(shortenMiddle('3241a285-1111-4222-8333-44445555140c')).toBe('3241a285…140c');
  expect(shortenMiddle('internal')).toBe('internal');
});

it('formats numbers with the locale’s separators', () => {
  expect(formatNumber(12408, 'en')).toBe('12,408');
  expect(formatNumber(12408, 'de')).toBe('12.408');
});

it.each([
  ['en', 'Google, Spotify, GitHub'],
  ['de', 'Google, Spotify und GitHub'],
  ['ja', 'Google、Spotify、GitHub'],
])('joins names as is usual in %s', (locale, names) => {
  expect(formatNames(['Google', 'Spotify', 'GitHub'], locale)).toBe(names);
});
