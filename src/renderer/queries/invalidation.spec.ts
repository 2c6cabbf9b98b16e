import { describe, expect, test } from 'vitest';
import { queryKeys } from './cache/keys';
import { isStaleAfter } from './invalidation';

const all = {
  users: [...queryKeys.users('c'), { q: 'ada' }, null],
  user: queryKeys.user('c', 'u'),
  ownUser: queryKeys.ownUser('c', 'a'),
  ownEmails: queryKeys.ownEmails('c', 'a'),
  ownProviders: queryKeys.ownProviders('c', 'a'),
  userSessions: queryKeys.userSessions('c', 'u'),
  ownSessions: queryKeys.ownSessions('c', 'a'),
  teams: queryKeys.teams('c'),
  ownTeams: queryKeys.ownTeams('c', 'a'),
  project: queryKeys.project('c'),
  ownProjects: queryKeys.ownProjects('c', 'a'),
  apiKeys: queryKeys.apiKeys('c', 'team', 't'),
  ownApiKeys: queryKeys.ownApiKeys('c', 'a', 'user', 'me'),
  ownPermissions: queryKeys.ownTeamPermissions('c', 'a', 'all'),
  definitions: queryKeys.permissionDefinitions('c', 'team'),
} as const;

const staleAfter = (endpoint: string, connectionId = 'c') =>
  Object.entries(all)
    .filter(([, key]) => isStaleAfter(key, { endpoint, connectionId }))
    .map(([name]) => name);

describe('a write makes stale', () => {
  test.each([
    ['users.updateMe', ['users', 'user', 'ownUser']],
    ['users.update', ['users', 'user', 'ownUser', 'ownEmails', 'userSessions', 'ownSessions']],
    ['contactChannels.verify', ['users', 'user', 'ownUser', 'ownEmails']],
    ['oauth.removeProvider', ['users', 'user', 'ownUser', 'ownProviders']],
    ['auth.revokeSession', ['userSessions', 'ownSessions']],
    ['teams.create', ['teams', 'ownTeams', 'ownPermissions']],
    ['apiKeys.updateTeamKey', ['apiKeys', 'ownApiKeys']],
    ['permissions.grantInTeam', ['ownPermissions']],
    ['permissions.updateTeamDefinition', ['ownPermissions', 'definitions']],
    ['projects.create', ['ownProjects']],
    ['projects.update', ['project', 'ownProjects']],
    ['emails.sendTestEmail', []],
  ])('%s', (endpoint, stale) => {
    expect(staleAfter(endpoint)).toEqual(stale);
  });

  test('everything of the connection when the endpoint is unknown, as of another version', () => {
    expect(staleAfter('users.merge')).toEqual(Object.keys(all));
    expect(staleAfter('toString')).toEqual(Object.keys(all));
  });

  test('nothing of another connection', () => {
    expect(staleAfter('users.update', 'd')).toEqual([]);
  });
});
