import { describe, expect, it } from 'vitest';
import {
  acceptStored,
  changesElsewhere,
  emptyDraft,
  type GrantChange,
  type Grants,
  missingRight,
  settleDraft,
  type TeamAction,
  teamRights,
  toggleGrant,
  withChanges,
} from './team-rights';

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

const stored = (grants: Readonly<Record<string, readonly string[]>>): Grants =>
  new Map(Object.entries(grants).map(([user, ids]) => [user, new Set(ids)]));
const text = (changes: readonly GrantChange[]) =>
  changes.map(({ kind, userId, permissionId }) => `${userId} ${kind === 'grant' ? '+' : '-'}${permissionId}`).join(', ');

const before = stored({ ada: ['admin'], grace: ['member'] });

function draftOf(...toggles: readonly (readonly [user: string, id: string])[]) {
  return toggles.reduce((draft, [user, id]) => toggleGrant(draft, before, user, id), emptyDraft);
}

describe('a draft of grants', () => {
  it.each<[what: string, toggles: [string, string][], changes: string]>([
    ['grants what is missing', [['ada', 'member']], 'ada +member'],
    ['revokes what is there', [['ada', 'admin']], 'ada -admin'],
    [
      'takes back a change that is toggled again',
      [
        ['ada', 'member'],
        ['ada', 'member'],
      ],
      '',
    ],
    ['starts with nothing for a user without grants', [['mary', '__proto__']], 'mary +__proto__'],
    [
      'keeps the order of the changes',
      [
        ['grace', 'admin'],
        ['ada', 'admin'],
      ],
      'grace +admin, ada -admin',
    ],
  ])('%s', (_what, toggles, changes) => {
    expect(text(draftOf(...toggles).changes)).toBe(changes);
  });

  it('applies its changes to what a user was granted', () => {
    const { changes } = draftOf(['ada', 'member'], ['ada', 'admin']);
    expect([...withChanges(new Set(['admin', 'editor']), changes)].sort()).toEqual(['editor', 'member']);
  });
});

describe('what is changed elsewhere', () => {
  const draft = draftOf(['ada', 'member']);
  it.each<[what: string, grants: Record<string, string[]>, mine: string, theirs: string]>([
    ['nothing', { ada: ['admin'], grace: ['member'] }, 'ada +member', ''],
    ['another permission of the same user', { ada: ['admin', 'editor'] }, 'ada +member', 'ada +editor'],
    ['a revocation', { ada: [] }, 'ada +member', 'ada -admin'],
    ['only another user', { ada: ['admin'], grace: [] }, 'ada +member', ''],
    ['the same change', { ada: ['admin', 'member'] }, '', ''],
    ['the user is gone', {}, 'ada +member', 'ada -admin'],
  ])('%s', (_what, grants, mine, theirs) => {
    const settled = settleDraft(draft, stored(grants));
    expect([text(settled.changes), text(changesElsewhere(settled, stored(grants)))]).toEqual([mine, theirs]);
  });

  it('counts no longer once it was accepted', () => {
    const now = stored({ ada: ['editor'] });
    expect(text(changesElsewhere(acceptStored(draft, now), now))).toBe('');
  });

  it('doesn’t contain what was saved from the draft itself', () => {
    const two = draftOf(['ada', 'member'], ['ada', 'admin']);
    const half = stored({ ada: ['admin', 'member'], grace: ['member'] });
    const settled = settleDraft(two, half);
    expect([text(settled.changes), text(changesElsewhere(settled, half))]).toEqual(['ada -admin', '']);
  });

  it('leaves a draft without stored changes as it is', () => {
    expect(settleDraft(draft, before)).toBe(draft);
  });
});
