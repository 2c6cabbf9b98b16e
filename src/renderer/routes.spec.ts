import { expect, it } from 'vitest';
import { paths, placeOf, usersPlace } from './routes';

it('what a users address says is what it was built from', () => {
  const place = { panel: 'u/1', tab: 'raw', q: 'ada & co', team: 't1', desc: false } as const;
  const [, search] = paths.users('a b', place).split('?');
  expect(usersPlace(new URLSearchParams(search))).toEqual(place);
});

it('an address without a search says nothing, not even the order', () => {
  expect(paths.users('ae')).toBe('/c/ae/users');
  expect(paths.users('ae', { q: '' })).toBe('/c/ae/users');
  expect(usersPlace(new URLSearchParams())).toEqual({});
});

it.each([
  ['desc=true', true],
  ['desc=false', false],
  ['desc=', undefined],
  ['desc=1', undefined],
  ['desc=TRUE', undefined],
])('an address with %s says %s about the order', (search, desc) => {
  expect(usersPlace(new URLSearchParams(search)).desc).toBe(desc);
  if (desc !== undefined) expect(paths.users('ae', { desc })).toBe(`/c/ae/users?${search}`);
});

it('ignores an unknown tab', () => {
  expect(usersPlace(new URLSearchParams('panel=u&tab=else')).tab).toBeUndefined();
});

it('a sign-in card knows where to go afterwards', () => {
  expect(paths.signIn('ae', paths.users('ae', { q: 'a' }))).toBe('/c/ae/sign-in?next=%2Fc%2Fae%2Fusers%3Fq%3Da');
});

it('ids are escaped', () => {
  expect(paths.user('a/b', 'c?d')).toBe('/c/a%2Fb/users/c%3Fd');
});

it('addresses lead to their screen and connection', () => {
  expect(placeOf(paths.start())).toEqual({ screen: 'start', connectionId: undefined });
  expect(placeOf(paths.user('a/b', 'u1'))).toEqual({ screen: 'user', connectionId: 'a/b' });
  expect(placeOf(paths.sessions('ae'))).toEqual({ screen: 'sessions', connectionId: 'ae' });
  expect(placeOf('/c/ae/nothing')).toEqual({ screen: null, connectionId: undefined });
});
