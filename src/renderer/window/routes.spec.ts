import { expect, it } from 'vitest';
import { isConnectionScreen, paths, patterns, placeOf, type ScreenName, teamIdOf } from './routes';
import { adminTeamTabOf, permissionsPlace, projectKeysPlace, teamsPlace, teamTabOf, usersPlace } from './url-state';

it('parses the query of a users path into the values it was built from', () => {
  const place = { panel: 'u/1', tab: 'metadata', q: 'ada & co', team: 't1', desc: false } as const;
  const [, search] = paths.users('a b', place).split('?');
  expect(usersPlace(new URLSearchParams(search))).toEqual(place);
});

it('leaves the order of a path without a query undefined', () => {
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
])('reads the order of a path with %s as %s', (search, desc) => {
  expect(usersPlace(new URLSearchParams(search)).desc).toBe(desc);
  if (desc !== undefined) expect(paths.users('ae', { desc })).toBe(`/c/ae/users?${search}`);
});

it('ignores an unknown tab', () => {
  expect(usersPlace(new URLSearchParams('panel=u&tab=else')).tab).toBeUndefined();
});

it('includes the next path in the sign-in path', () => {
  expect(paths.signIn('ae', paths.users('ae', { q: 'a' }))).toBe('/c/ae/sign-in?next=%2Fc%2Fae%2Fusers%3Fq%3Da');
});

it('escapes IDs', () => {
  expect(paths.user('a/b', 'c?d')).toBe('/c/a%2Fb/users/c%3Fd');
});

it('finds the screen and connection of a path', () => {
  expect(placeOf(paths.start())).toEqual({ screen: 'start', connectionId: undefined });
  expect(placeOf(paths.user('a/b', 'u1'))).toEqual({ screen: 'user', connectionId: 'a/b' });
  expect(placeOf(paths.sessions('ae'))).toEqual({ screen: 'sessions', connectionId: 'ae' });
  expect(placeOf('/c/ae/nothing')).toEqual({ screen: null, connectionId: undefined });
});

it('the path of a team names it and its tab', () => {
  const [path = '', search] = paths.ownTeam('a b', 't/1', 'members').split('?');
  expect([placeOf(path).screen, teamIdOf(path), teamTabOf(new URLSearchParams(search))]).toEqual(['ownTeam', 't/1', 'members']);
  expect(paths.ownTeam('ae', 't1', 'general')).toBe(paths.ownTeam('ae', 't1'));
  expect(teamIdOf(paths.createTeam('ae'))).toBeNull();
});

it.each(['', 'tab=general', 'tab=else'])('a team’s query “%s” opens the first tab', (search) => {
  expect(teamTabOf(new URLSearchParams(search))).toBe('general');
});

it('the path of a project’s team names it and its tab', () => {
  const [path = '', search] = paths.team('a b', 't/1', 'permissions').split('?');
  expect([placeOf(path).screen, adminTeamTabOf(new URLSearchParams(search))]).toEqual(['team', 'permissions']);
  expect(paths.team('ae', 't1', 'members')).toBe(paths.team('ae', 't1'));
  expect(adminTeamTabOf(new URLSearchParams('tab=else'))).toBe('members');
  expect(teamIdOf(path)).toBeNull();
});

it('parses the query of a teams path into the values it was built from', () => {
  const place = { q: 'looms & co', order: 'name-reversed' } as const;
  const [, search] = paths.teams('a b', place).split('?');
  expect(teamsPlace(new URLSearchParams(search))).toEqual(place);
  expect(teamsPlace(new URLSearchParams('order=else'))).toEqual({});
});

it('parses the query of a permissions path into the values it was built from', () => {
  const place = { tab: 'project', view: 'graph', panel: '$read_members', q: 'reports & co' } as const;
  const [, search] = paths.permissions('a b', place).split('?');
  expect(permissionsPlace(new URLSearchParams(search))).toEqual(place);
  expect(paths.permissions('ae', { tab: 'team', view: 'table', q: '' })).toBe('/c/ae/permissions');
});

it.each(['', 'tab=else&view=else', 'q='])(
  'the query “%s” of the permissions screen shows the whole table of team permissions',
  (search) => {
    const { q, ...place } = permissionsPlace(new URLSearchParams(search));
    expect([place, q || undefined]).toEqual([{ tab: 'team', view: 'table', panel: undefined }, undefined]);
  },
);

it('parses the query of a path of project keys into the values it was built from', () => {
  const place = { q: 'a & b', status: 'expired', type: 'admin' } as const;
  const [path = '', search] = paths.projectKeys('a b', place).split('?');
  expect([placeOf(path).screen, projectKeysPlace(new URLSearchParams(search))]).toEqual(['projectKeys', place]);
  expect(paths.projectKeys('ae', { q: '', status: undefined })).toBe('/c/ae/project-keys');
  expect(projectKeysPlace(new URLSearchParams('status=lost&type=worker'))).toEqual({});
});

it.each((Object.keys(patterns) as ScreenName[]).filter(isConnectionScreen))(
  'the path of %s needs a connection, and shows the screen',
  (screen) => {
    expect(paths[screen]('a/b')).toBe(patterns[screen].replace(':connection', 'a%2Fb'));
    expect(placeOf(paths[screen]('a/b'))).toEqual({ screen, connectionId: 'a/b' });
  },
);

it('a path has the query of what follows its parameters', () => {
  expect(paths.settings('network')).toBe('/settings?section=network');
  expect(paths.domains('a', 'https')).toBe('/c/a/domains?fix=https');
  expect(paths.linkProvider('a', '/', { provider: 'x', scope: 'b c' })).toBe('/c/a/link-provider?next=%2F&provider=x&scope=b%20c');
  expect([paths.outbox('a'), paths.outbox('a', 'sent')]).toEqual(['/c/a/email?tab=outbox', '/c/a/email?tab=outbox&state=sent']);
});
