import { describe, expect, it, test } from 'vitest';
import type { GrantChange, Grants } from '../grant-changes';
import { createPermissionGraph } from '../permission-graph';
import { draftedGrants, isLastAdmin, isTeamAdmin, losesLastAdmin, withContents } from './last-admin';

const grants = (of: Readonly<Record<string, readonly string[]>>): Grants =>
  new Map(Object.entries(of).map(([userId, ids]) => [userId, new Set(ids)]));

describe('ada is the last admin of a team', () => {
  it.each<[string, Readonly<Record<string, readonly string[]>>, boolean]>([
    ['whose other members can’t manage it', { ada: ['$update_team'], grace: ['$read_members'] }, true],
    ['without other members', { ada: ['$delete_team'] }, true],
    ['of which the others can manage another part only', { ada: ['$update_team', '$remove_members'], grace: ['$update_team'] }, true],
    ['that another member can manage as well', { ada: ['$update_team'], grace: ['$update_team', '$delete_team'] }, false],
    ['that she can’t manage', { ada: ['$read_members'], grace: [] }, false],
    ['that nobody can manage', { ada: [], grace: ['sees_it'] }, false],
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
