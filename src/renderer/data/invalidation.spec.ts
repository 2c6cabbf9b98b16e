import { describe, expect, test } from 'vitest';
import { invalidatedReads } from '#contract/service/invalidated-reads.ts';
import { isStaleAfter } from './invalidation';
import { queryKeys } from './keys';

const all = {
  users: [...queryKeys.users('c'), { q: 'ada' }, null],
  user: queryKeys.user('c', 'u'),
  ownUser: queryKeys.ownUser('c', 'a'),
  ownEmails: queryKeys.ownEmails('c', 'a'),
  ownProviders: queryKeys.ownProviders('c', 'a'),
  userSessions: queryKeys.userSessions('c', 'u'),
  ownSessions: queryKeys.ownSessions('c', 'a'),
  teams: queryKeys.teams('c'),
  team: queryKeys.team('c', 't'),
  ownTeams: queryKeys.ownTeams('c', 'a'),
  project: queryKeys.project('c'),
  ownProjects: queryKeys.ownProjects('c', 'a'),
  apiKeys: queryKeys.apiKeys('c', 'team', 't'),
  ownApiKeys: queryKeys.ownApiKeys('c', 'a', 'user', 'me'),
  ownPermissions: queryKeys.ownTeamPermissions('c', 'a', 'all'),
  callbacks: queryKeys.callbacks('c', 'team-invitation'),
  teamGrants: queryKeys.teamGrants('c', 't', 'direct'),
  permissionHolders: queryKeys.permissionHolders('c', 'team', 'member', 'all'),
  definitions: queryKeys.permissionDefinitions('c', 'team'),
  metrics: queryKeys.metrics('c'),
  adminProject: queryKeys.adminProject('c'),
  keySets: queryKeys.keySets('c'),
  sentEmails: queryKeys.sentEmails('c'),
  templates: queryKeys.templates('c'),
} as const;

const staleAfter = (endpoint: string, connectionId = 'c') =>
  Object.entries(all)
    .filter(([, key]) => isStaleAfter(key, { endpoint, connectionId, invalidated: invalidatedReads(endpoint) }))
    .map(([name]) => name);

describe('a write makes stale', () => {
  test.each([
    ['users.updateMe', ['users', 'user', 'ownUser', 'metrics']],
    ['users.update', ['users', 'user', 'ownUser', 'ownEmails', 'userSessions', 'ownSessions', 'metrics']],
    ['contactChannels.verify', ['users', 'user', 'ownUser', 'ownEmails']],
    ['oauth.removeProvider', ['users', 'user', 'ownUser', 'ownProviders', 'metrics']],
    ['auth.revokeSession', ['userSessions', 'ownSessions']],
    ['teams.create', ['teams', 'team', 'ownTeams', 'ownPermissions', 'teamGrants', 'permissionHolders']],
    ['apiKeys.updateTeamKey', ['apiKeys', 'ownApiKeys']],
    ['permissions.grantInTeam', ['ownPermissions', 'teamGrants', 'permissionHolders']],
    ['permissions.updateTeamDefinition', ['ownPermissions', 'teamGrants', 'permissionHolders', 'definitions', 'adminProject']],
    ['projects.create', ['ownProjects']],
    ['projects.update', ['project', 'ownProjects', 'callbacks', 'adminProject']],
    ['emails.sendTestEmail', ['sentEmails']],
    ['apiKeys.updateKeySet', ['keySets']],
    ['emails.updateTemplate', ['templates']],
  ])('%s', (endpoint, stale) => {
    expect(staleAfter(endpoint)).toEqual(stale);
  });

  test('everything of the connection when the endpoint is unknown, as of another version', () => {
    expect(staleAfter('users.merge')).toEqual(Object.keys(all));
    expect(staleAfter('toString')).toEqual(Object.keys(all));
  });

  test('everything of the connection when its project is deleted', () => {
    expect(staleAfter('projects.delete')).toEqual(Object.keys(all));
  });

  test.each([
    ['users.update', []],
    ['projects.update', ['ownProjects']],
    ['projects.delete', ['ownProjects']],
    ['projects.transfer', ['ownProjects']],
  ])('of another connection, after %s, the lists of projects at most', (endpoint, stale) => {
    expect(staleAfter(endpoint, 'd')).toEqual(stale);
  });
});
