import { describe, expect, it, test } from 'vitest';
import { isLastAdmin, isTeamAdmin, losesLastAdmin } from '#contract/service/models/team-admins.ts';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import { createPermissionGraph } from './permission-graph';
import { draftedGrants, findOldEmail, keepsOldEmail, userRisks, withContents } from './removal';
import type { GrantChange, Grants } from './team-rights';

const internal = { id: 'i', name: 'Dashboard', baseUrl: 'https://a.example', projectId: 'internal', credentials: { owner: null } };
const other = { ...internal, id: 'i2', name: 'Again' };
const elsewhere = { ...internal, id: 'e', baseUrl: 'https://b.example' };
const owned = {
  id: 'p',
  name: 'Tides',
  baseUrl: 'https://a.example',
  projectId: 'p',
  credentials: { owner: { kind: 'owner' as const, internalConnectionId: 'i', userId: 'ada', name: 'Ada' } },
};
const connections = [internal, other, elsewhere, owned];
const account = (connectionId: string, userId: string, impersonationId?: string) => ({
  connectionId,
  userId,
  ...(impersonationId === undefined ? {} : { impersonationId }),
});

it.each([
  ['another user', 'grace', internal, [account('i', 'ada')], []],
  ['the user who is signed in', 'ada', elsewhere, [account('e', 'ada')], [{ kind: 'self' }]],
  ['one who is signed in through another connection to it', 'bob', internal, [account('i2', 'bob')], [{ kind: 'self' }]],
  ['one of the same ID elsewhere', 'bob', internal, [account('e', 'bob')], []],
  ['one who is impersonated', 'bob', internal, [account('i', 'bob', 'x')], []],
  ['the owner of a project', 'ada', internal, [], [{ kind: 'owner', projects: ['Tides'] }]],
  [
    'the owner, through another connection',
    'ada',
    other,
    [account('i', 'ada')],
    [{ kind: 'self' }, { kind: 'owner', projects: ['Tides'] }],
  ],
  ['a user of the owned project with that ID', 'ada', owned, [], []],
])('%s', (_who, userId, connection, accounts, expected) => {
  expect(userRisks(userId, connection, connections, accounts)).toEqual(expected);
});

const grants = (of: Readonly<Record<string, readonly string[]>>): Grants =>
  new Map(Object.entries(of).map(([userId, ids]) => [userId, new Set(ids)]));

describe('ada is the last admin of a team', () => {
  it.each<[string, Readonly<Record<string, readonly string[]>>, boolean]>([
    ['whose other members can’t manage it', { ada: ['$update_team'], grace: ['$read_members'] }, true],
    ['without other members', { ada: ['$delete_team'] }, true],
    ['of which the others can manage another part only', { ada: ['$update_team', '$remove_members'], grace: ['$update_team'] }, true],
    ['that another member can manage as well', { ada: ['$update_team'], grace: ['$update_team', '$delete_team'] }, false],
    ['that she can’t manage', { ada: ['$read_members'], grace: [] }, false],
    ['that no member can manage', { ada: [], grace: ['sees_it'] }, false],
    ['of which she isn’t a member', { grace: ['$update_team'] }, false],
  ])('%s', (_what, of, expected) => {
    expect(isLastAdmin(grants(of), 'ada')).toBe(expected);
  });
});

describe('revoking', () => {
  const { closureOf } = createPermissionGraph([
    { id: 'team_admin', contained_permission_ids: ['$update_team', '$delete_team'] },
    { id: 'editor', contained_permission_ids: ['$update_team'] },
  ]);
  const revoke = (userId: string, permissionId: string): GrantChange => ({ kind: 'revoke', userId, permissionId });
  const grant = (userId: string, permissionId: string): GrantChange => ({ kind: 'grant', userId, permissionId });

  test.each<[string, readonly GrantChange[], boolean]>([
    ['the last one', [revoke('ada', 'team_admin')], true],
    ['one while another is granted', [revoke('ada', 'team_admin'), grant('grace', 'team_admin')], false],
    ['one while a part of it is granted', [revoke('ada', 'team_admin'), grant('grace', 'editor')], true],
    ['one of another permission', [revoke('grace', 'reads')], false],
    ['nothing', [], false],
  ])('%s', (_what, changes, expected) => {
    const stored = grants({ ada: ['team_admin'], grace: ['reads'] });
    const after = draftedGrants(stored, { changes });
    expect(losesLastAdmin(withContents(stored, { closureOf }), withContents(after, { closureOf }))).toBe(expected);
  });
});

test.each([
  [['$read_members'], false],
  [['$invite_members'], true],
  [['own', '$manage_api_keys'], true],
  [[], false],
])('%j make an admin: %s', (ids, expected) => {
  expect(isTeamAdmin(ids)).toBe(expected);
});

const channel = (value: string, is_primary = false): ContactChannel => ({
  id: value,
  user_id: 'u',
  type: 'email',
  value,
  is_primary,
  is_verified: true,
  used_for_auth: true,
});

it.each([
  ['a release that keeps it', { 'old-email-kept': true }, {}, true],
  ['an earlier release', { 'old-email-kept': false }, {}, false],
  ['an unknown release', {}, {}, undefined],
  ['a connection without detection', undefined, {}, undefined],
  ['an unknown release whose users can be restricted', {}, { is_restricted: false }, true],
  ['an earlier release, whatever its users show', { 'old-email-kept': false }, { is_restricted: true }, false],
])('%s keeps the previous address', (_name, features, user, expected) => {
  expect(keepsOldEmail(features, user)).toBe(expected);
});

test.each([
  ['ada@old.example', 'ada@old.example'],
  [' Ada@OLD.example ', 'ada@old.example'],
  ['ada@new.example', undefined],
  ['missing@x.example', undefined],
])('the previous address %j is found as %j', (value, id) => {
  const emails = [channel('ada@new.example', true), channel('ada@old.example')];
  expect(findOldEmail(emails, value)?.id).toBe(id);
});
