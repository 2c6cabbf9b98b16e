import { describe, expect, test } from 'vitest';
import { countryOf, firstSessions, isCountryList, reviewCountries } from './session-countries';

const inCountry = (countryCode: string | null | undefined, isCurrent = false) => ({
  is_current_session: isCurrent,
  last_used_at_end_user_ip_info: { ip: '203.0.113.7', countryCode },
});
const nowhere = { is_current_session: false };

describe('reviewCountries', () => {
  test.each([
    ['remembers all at the first review', null, [inCountry('GB', true), inCountry('FR')], [], ['GB', 'FR']],
    ['remembers that there were none', null, [nowhere], [], []],
    ['points out a country once', ['GB'], [inCountry('GB'), inCountry('PL'), inCountry('PL')], ['PL'], ['GB']],
    ['points out several', [], [inCountry('PL'), inCountry('BR')], ['PL', 'BR'], []],
    ['finds nothing new', ['GB', 'PL'], [inCountry('PL')], [], ['GB', 'PL']],
    ['keeps countries without a session', ['GB'], [], [], ['GB']],
    ['doesn’t point out the current session', ['GB'], [inCountry('PL', true), inCountry('PL')], [], ['GB', 'PL']],
    ['compares regardless of case', ['PL'], [inCountry('pl')], [], ['PL']],
    ['ignores what is no country', ['GB'], [nowhere, inCountry(null), inCountry(undefined), inCountry('Poland')], [], ['GB']],
  ])('%s', (_what, seen, sessions, unseen, remembered) => {
    expect(reviewCountries(seen, sessions)).toEqual({ unseen, remembered });
  });
});

test.each([
  ['PL', 'PL'],
  ['pl', 'PL'],
  ['', null],
  ['P1', null],
  [null, null],
])('the country of code %j is %j', (code, expected) => {
  expect(countryOf(inCountry(code))).toBe(expected);
});

test.each([
  [null, true],
  [[], true],
  [['GB', 'PL'], true],
  [['gb'], false],
  [[1], false],
  ['GB', false],
  [{ GB: true }, false],
])('%j is a stored list: %j', (value, expected) => {
  expect(isCountryList(value)).toBe(expected);
});

test('the first session from each country but that of the oldest', () => {
  const session = (id: string, created_at: number, code: string | null) => ({ ...inCountry(code), id, created_at });
  const sessions = [session('d', 4, 'FR'), session('c', 3, 'fr'), session('b', 2, 'GB'), session('x', 1, null), session('a', 0, 'GB')];
  expect([...firstSessions(sessions)]).toEqual([['c', 'FR']]);
});
