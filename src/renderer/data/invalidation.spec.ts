import { describe, expect, test } from 'vitest';
import { invalidatedReads } from '#contract/service/invalidated-reads.ts';
import { isStaleAfter } from './invalidation';
import { queryKeys } from './keys';
import { readKey } from './service-query';

const project = { connectionId: 'c' };
const account = { connectionId: 'c', accountId: 'a' };

const all = {
  users: [...queryKeys.users('c'), { q: 'ada' }, null],
  user: readKey('users.read', { ...project, params: { user_id: 'u' } }),
  ownUser: readKey('users.me', account),
  ownEmails: readKey('contactChannels.list', { ...account, query: { user_id: 'me' } }),
  ownProviders: readKey('oauth.providers', { ...account, query: { user_id: 'me' } }),
  userSessions: readKey('auth.sessions', { ...project, query: { user_id: 'u' } }),
  ownSessions: readKey('auth.sessions', { ...account, query: { user_id: 'me' } }),
  teams: queryKeys.teams('c'),
  team: readKey('teams.read', { ...project, params: { id: 't' } }),
  ownTeams: readKey('teams.list', { ...account, query: { user_id: 'me' } }),
  project: queryKeys.project('c'),
  ownProjects: readKey('projects.list', account),
  apiKeys: readKey('apiKeys.listTeamKeys', { ...project, query: { team_id: 't' } }),
  ownApiKeys: readKey('apiKeys.listUserKeys', { ...account, query: { user_id: 'me' } }),
  ownPermissions: readKey('permissions.inTeams', { ...account, query: { user_id: 'me', recursive: 'true' } }),
  callbacks: queryKeys.callbacks('c', 'team-invitation'),
  teamGrants: readKey('permissions.inTeams', { ...project, query: { team_id: 't', recursive: 'false' } }),
  permissionHolders: [...readKey('permissions.inTeams', { ...project, query: { permission_id: 'member' } }), 'holders'],
  definitions: readKey('permissions.teamDefinitions', project),
  metrics: readKey('metrics.read', project),
  adminProject: readKey('projects.read', project),
  keySets: readKey('apiKeys.listKeySets', project),
  sentEmails: readKey('emails.sent', project),
  templates: readKey('emails.templates', project),
  drift: queryKeys.drift('c', null),
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
    ['permissions.updateTeamDefinition', ['ownPermissions', 'teamGrants', 'permissionHolders', 'definitions', 'adminProject', 'drift']],
    ['projects.create', ['ownProjects']],
    ['projects.update', ['project', 'ownProjects', 'callbacks', 'adminProject', 'drift']],
    ['emails.sendTestEmail', ['sentEmails']],
    ['apiKeys.updateKeySet', ['keySets']],
    ['emails.updateTemplate', ['templates', 'drift']],
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
