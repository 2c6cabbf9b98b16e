import { expect, test } from 'vitest';
import { catalog } from '#contract/service/index.ts';
import { createKnownNames } from './known-names';

const { users, teams } = catalog;

test.each([
  ['a user of a list', users.list, { items: [{ id: 'u', display_name: 'Ada' }] }, 'user', 'Ada'],
  ['a user without a name', users.read, { id: 'u', display_name: null, primary_email: 'a@x.test' }, 'user', 'a@x.test'],
  ['a user with an empty name', users.update, { id: 'u', display_name: '', primary_email: 'a@x.test' }, 'user', 'a@x.test'],
  ['the own user', users.me, { id: 'u', display_name: 'Ada' }, 'user', 'Ada'],
  ['a team', teams.read, { id: 'u', display_name: 'Ada' }, 'team', 'Ada'],
  ['a team of a list', teams.list, { items: [{ id: 'u', display_name: 'Ada' }] }, 'team', 'Ada'],
  ['a member', teams.profiles, { items: [{ display_name: 'Profile', user: { id: 'u', display_name: 'Ada' } }] }, 'user', 'Ada'],
  ['the team of an invitation', teams.invitations, { items: [{ team_id: 'u', team_display_name: 'Ada' }] }, 'team', 'Ada'],
] as const)('%s is named', (_what, endpoint, value, kind, name) => {
  const names = createKnownNames();
  names.learn(endpoint, 'd', value);
  expect(names.nameOf('d', kind, 'u')).toBe(name);
  expect(names.nameOf('e', kind, 'u')).toBeUndefined();
  expect(names.nameOf(undefined, kind, 'u')).toBeUndefined();
  expect(names.nameOf('d', kind === 'user' ? 'team' : 'user', 'u')).toBeUndefined();
});

test.each([
  null,
  undefined,
  'x',
  1,
  [],
  {},
  { items: null },
  { items: [null, 1, { id: 1, display_name: 'x' }, { id: '', display_name: 'x' }] },
])('nothing is learned from %j', (value) => {
  const names = createKnownNames();
  for (const endpoint of [users.list, users.read, teams.profiles, teams.invitations]) names.learn(endpoint, 'd', value);
  names.learn(users.list, undefined, { items: [{ id: 'u', display_name: 'Ada' }] });
  names.learn(catalog.permissions.inTeams, 'd', { items: [{ id: 'u', display_name: 'Ada' }] });
  expect(['', 'u', 'undefined'].flatMap((id) => names.nameOf('d', 'user', id) ?? [])).toEqual([]);
});

test('a name is replaced, cut, and forgotten with its user, its project, or all others', () => {
  const names = createKnownNames();
  const learn = (destination: string, id: string, display_name: string | null) =>
    names.learn(users.read, destination, { id, display_name, primary_email: null });
  learn('d', 'u', 'Ada');
  learn('d', 'u', 'x'.repeat(2_000));
  expect(names.nameOf('d', 'user', 'u')).toHaveLength(1_000);
  learn('d', 'u', null);
  expect(names.nameOf('d', 'user', 'u')).toBeUndefined();
  for (const [destination, id] of [
    ['d', 'u'],
    ['d', 'v'],
    ['e', 'u'],
  ] as const)
    learn(destination, id, 'Ada');
  names.drop('d', 'u');
  expect(names.nameOf('d', 'user', 'u')).toBeUndefined();
  expect(names.nameOf('d', 'user', 'v')).toBe('Ada');
  names.keep(['e', null]);
  expect(names.nameOf('d', 'user', 'v')).toBeUndefined();
  expect(names.nameOf('e', 'user', 'u')).toBe('Ada');
  names.keep([]);
  expect(names.nameOf('e', 'user', 'u')).toBeUndefined();
});

test('the last 5000 names are kept', () => {
  const names = createKnownNames();
  const items = Array.from({ length: 5_001 }, (_each, at) => ({ id: `u${at}`, display_name: 'Ada' }));
  names.learn(users.list, 'd', { items });
  expect([0, 1, 5_000].map((at) => names.nameOf('d', 'user', `u${at}`))).toEqual([undefined, 'Ada', 'Ada']);
});
