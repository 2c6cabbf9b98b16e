import { expect, it } from 'vitest';
import { missingRight, type TeamAction, teamRights } from './team-rights';

const member = new Set(['$read_members', '$invite_members', 'member']);

it.each<[action: TeamAction, forMember: string | null, forNonMember: string]>([
  ['updateTeam', '$update_team', '$update_team'],
  ['deleteTeam', '$delete_team', '$delete_team'],
  ['readMembers', null, '$read_members'],
  ['removeMembers', '$remove_members', '$remove_members'],
  ['invite', null, '$invite_members'],
  ['readInvitations', null, '$read_members'],
  ['revokeInvitations', '$remove_members', '$remove_members'],
  ['manageKeys', '$manage_api_keys', '$manage_api_keys'],
])('%s needs %s of a member and %s of an account without permissions', (action, forMember, forNonMember) => {
  expect(missingRight(action, member)).toBe(forMember);
  expect(missingRight(action, new Set())).toBe(forNonMember);
  expect(missingRight(action, new Set(teamRights))).toBeNull();
});

it('names the second permission if only the first is granted', () => {
  expect(missingRight('readInvitations', new Set(['$read_members']))).toBe('$invite_members');
});
