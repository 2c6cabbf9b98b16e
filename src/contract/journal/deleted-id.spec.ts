import { expect, test } from 'vitest';
import { catalog } from '../service/index';
import { deletedIdOf } from './deleted-id';

test.each([
  ['a user', catalog.users.delete, { params: { user_id: 'u' } }, 'u'],
  ['a team', catalog.teams.delete, { params: { id: 't' } }, 't'],
  ['a permission', catalog.permissions.deleteTeamDefinition, { params: { id: 'read' } }, 'read'],
  [
    'a permission with another ID since',
    catalog.permissions.updateProjectDefinition,
    { params: { id: 'read' }, body: { id: 'look' } },
    'read',
  ],
  ['a template', catalog.emails.deleteTemplateById, { params: { id: 'm' } }, 'm'],
] as const)('the ID of %s', (_what, endpoint, input, id) => {
  expect(deletedIdOf(endpoint, input)).toBe(id);
});

test.each([
  ['changes a user', catalog.users.update, { params: { user_id: 'u' }, body: { display_name: 'Ada' } }],
  [
    'changes a permission, and sends its ID with the rest',
    catalog.permissions.updateTeamDefinition,
    { params: { id: 'read' }, body: { id: 'read' } },
  ],
  [
    'revokes a permission, which others keep',
    catalog.permissions.revokeInTeam,
    { params: { permission_id: 'read', user_id: 'u', team_id: 't' } },
  ],
  ['removes a member, who stays a user', catalog.teams.removeMember, { params: { user_id: 'u', team_id: 't' } }],
  ['creates a team', catalog.teams.create, { body: { display_name: 'Mills' } }],
] as const)('none of a write that %s', (_what, endpoint, input) => {
  expect(deletedIdOf(endpoint, input)).toBeUndefined();
});
