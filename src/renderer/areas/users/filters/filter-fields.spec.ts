import { expect, test } from 'vitest';
import { filterMethods, tellsCountries } from './filter-fields';

test.each([
  ['nothing is read yet, of a release that may be new', [], false, true],
  ['nothing is read yet, of an older release', [], true, false],
  ['users without the field', [{}, { country_code: undefined }], false, false],
  ['a user without a country', [{ country_code: null }], false, true],
  ['one list from before an upgrade', [{}, { country_code: 'DE' }], false, true],
])('countries: %s', (_what, users, isOlder, expected) => {
  expect(tellsCountries(users, isOlder)).toBe(expected);
});

test.each([
  [{ 'oauth-providers': true }, true],
  [{ 'oauth-providers': false }, false],
  [{}, false],
  [null, false],
])('users can be filtered by Twitch where a service has it: %j', (features, expected) => {
  expect(filterMethods(features).includes('oauth:twitch')).toBe(expected);
});

test('users can be filtered by all other sign-in methods of every service', () => {
  expect(filterMethods(null)).toEqual(expect.arrayContaining(['oauth:google', 'oauth:x', 'password', 'passkey', 'two-factor']));
});
