import { beforeEach, describe, expect, it } from 'vitest';
import { createRepeatableRandom } from '../seed/repeatable-random';
import { type GrantFilter, hasTeamPermission, listProjectGrants, listTeamGrants } from '../stores/grant-store';
import { findPermission, insertDefinitionWithContained, replaceContained } from '../stores/permission-store';
import { findProject, type Project } from '../stores/project-store';
import { insertTeam } from '../stores/team-store';
import { insertUser } from '../stores/user-store';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';
import { joinTeam, setUpNewUser } from './join-team';

let test: TestSandbox;
let user: number;
beforeEach(async () => {
  test = await createTestSandbox({ seed: 'empty' });
  user = addUser(1);
});

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function addUser(number: number): number {
  return insertUser(test.store, { id: idOf(number), project: test.project.key, displayName: null, passwordHash: null, now: 0 });
}

function project(): Project {
  const found = findProject(test.store, test.project.id);
  if (found === undefined) throw new Error('The project is gone.');
  return found;
}

const context = () => ({ ...test.context, random: createRepeatableRandom(3) });
const welcome = (displayName: string | null, email: string | null) => setUpNewUser(context(), project(), { key: user, displayName, email });
const held = (filter: Partial<GrantFilter> = {}) =>
  listTeamGrants(test.store, test.project.key, { user, recursive: false, ...filter }).map(({ id }) => id);
const selectedTeam = () => test.store.one('SELECT t.display_name AS name FROM users u JOIN teams t ON t.key = u.selected_team');

describe('a new user', () => {
  it('gets the existing default permissions, and no team by default', () => {
    insertDefinitionWithContained(test.store, { project: test.project.key, scope: 'project', id: 'reader', description: null }, []);
    test.configure({ user_default_permissions: [{ id: 'reader' }, { id: 'missing' }, { id: 'member' }] });
    welcome('Ada', null);
    expect(listProjectGrants(test.store, test.project.key, { recursive: false })).toEqual([{ id: 'reader', user_id: idOf(1) }]);
    expect(selectedTeam()).toBeUndefined();
  });

  it.each([
    ['Ada', 'ada@x.example', "Ada's Team"],
    [null, 'ada@x.example', "ada@x.example's Team"],
    [null, null, 'Personal Team'],
  ])('named %s with %s creates and selects %s', (name, email, team) => {
    test.configure({ create_team_on_sign_up: true });
    welcome(name, email);
    expect(selectedTeam()).toEqual({ name: team });
    expect(held()).toEqual(['admin']);
  });
});

describe('a member', () => {
  let team: number;
  beforeEach(() => {
    team = insertTeam(test.store, { id: idOf(50), project: test.project.key, displayName: 'T', createdAt: 0 });
  });

  it('gets the permissions of creators or members, and can’t join twice', () => {
    const other = addUser(2);
    joinTeam(context(), project(), team, user, 'creator');
    joinTeam(context(), project(), team, other, 'member');
    expect([held(), held({ user: other })]).toEqual([['admin'], ['member']]);
    expect(() => joinTeam(context(), project(), team, other, 'member')).toThrow('UNIQUE');
  });

  it('has contained permissions, also in cycles, but none in other teams', () => {
    const { store } = test;
    const scope = { project: test.project.key, scope: 'team', description: null } as const;
    insertDefinitionWithContained(store, { ...scope, id: 'inner' }, ['$update_team']);
    insertDefinitionWithContained(store, { ...scope, id: 'outer' }, ['inner', 'member']);
    const [inner, outer] = ['inner', 'outer'].map((id) => findPermission(store, test.project.key, id, 'team') ?? 0) as [number, number];
    replaceContained(store, inner, [outer, inner, findPermission(store, test.project.key, '$update_team', 'team') ?? 0]);
    test.configure({ team_member_default_permissions: [{ id: 'outer' }] });
    joinTeam(context(), project(), team, user, 'member');
    expect(held({ recursive: true })).toEqual(['$invite_members', '$read_members', '$update_team', 'inner', 'member', 'outer']);
    const elsewhere = insertTeam(store, { id: idOf(51), project: test.project.key, displayName: 'U', createdAt: 0 });
    const holds = (where: number, id: string) => hasTeamPermission(store, where, user, id);
    expect([holds(team, '$update_team'), holds(team, 'outer'), holds(team, '$delete_team')]).toEqual([true, true, false]);
    expect(holds(elsewhere, '$update_team')).toBe(false);
  });

  it('loses the permissions when leaving', () => {
    joinTeam(context(), project(), team, user, 'creator');
    test.store.run('DELETE FROM memberships WHERE team = ?', [team]);
    expect(held()).toEqual([]);
  });
});
