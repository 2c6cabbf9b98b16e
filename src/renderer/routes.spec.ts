import { expect, it } from 'vitest';
import { paths, usersPlace } from './routes';

it('what a users address says is what it was built from', () => {
  const place = { panel: 'u/1', q: 'ada & co', team: 't1', desc: false };
  const [, search] = paths.users('a b', place).split('?');
  expect(usersPlace(new URLSearchParams(search))).toEqual(place);
});

it('an address without a search means newest first and nothing else', () => {
  expect(paths.users('ae')).toBe('/c/ae/users');
  expect(paths.users('ae', { q: '', desc: true })).toBe('/c/ae/users');
  expect(usersPlace(new URLSearchParams())).toEqual({ desc: true });
});

it('ids are escaped', () => {
  expect(paths.user('a/b', 'c?d')).toBe('/c/a%2Fb/users/c%3Fd');
});
