/** Seeds nested permission definitions, and different roles for members. */
import type { Store } from '../database/database';
import { insertDefinitionWithContained, type Scope } from '../permissions/permission-store';
import { draw } from './repeatable-random';
import { membersFrom } from './seed-teams';

interface Definition {
  readonly scope: Scope;
  readonly id: string;
  readonly description: string;
  readonly contained: readonly string[];
}

/** Contained permissions come first. */
const definitions: readonly Definition[] = [
  { scope: 'team', id: 'support', description: 'Answers letters and sees who is in the team', contained: ['$read_members'] },
  { scope: 'team', id: 'editor', description: 'Keeps name and image of the team up to date', contained: ['member', '$update_team'] },
  {
    scope: 'team',
    id: 'people_manager',
    description: 'Decides who is in the team',
    contained: ['$read_members', '$invite_members', '$remove_members'],
  },
  { scope: 'team', id: 'key_keeper', description: 'Looks after the keys of the team', contained: ['$manage_api_keys'] },
  { scope: 'team', id: 'billing:read', description: 'Reads invoices', contained: [] },
  { scope: 'team', id: 'billing:write', description: 'Pays invoices', contained: ['billing:read'] },
  { scope: 'team', id: 'lead', description: 'Leads the team', contained: ['editor', 'people_manager', 'billing:read'] },
  { scope: 'team', id: 'owner', description: 'May do everything', contained: ['admin', 'lead', 'billing:write'] },
  { scope: 'project', id: 'beta_tester', description: 'Tries unreleased features', contained: [] },
  { scope: 'project', id: 'reports:read', description: 'Reads reports', contained: [] },
  { scope: 'project', id: 'reports:export', description: 'Exports reports', contained: ['reports:read'] },
  { scope: 'project', id: 'analyst', description: 'Uses all reports and beta features', contained: ['reports:export', 'beta_tester'] },
];

/** Stores definitions and grants. Every team has a member with all permissions. */
export function seedPermissions(store: Store, project: number): void {
  for (const { contained, ...definition } of definitions) insertDefinitionWithContained(store, { project, ...definition }, contained);
  const key = (id: string) => `(SELECT key FROM permissions WHERE project = ${project} AND id = ${id})`;
  const firstUser = `(SELECT min(key) FROM users WHERE project = ${project})`;
  const member = 'm.team * 7919 + m.user';
  const inTeams = (permission: string, condition: string) =>
    store.script(`INSERT OR IGNORE INTO team_grants (team, user, permission)
      SELECT m.team, m.user, ${permission} FROM memberships m JOIN teams t ON t.key = m.team
      WHERE t.project = ${project} AND ${condition}`);
  inTeams(
    key(`CASE WHEN m.user = (SELECT min(o.user) FROM memberships o WHERE o.team = m.team) THEN 'admin'
      WHEN m.user = ${firstUser} + 1 THEN 'member' WHEN m.user = ${firstUser} + 2 THEN 'lead'
      ELSE ${oneOf(draw(member, 25, 100), { admin: 4, lead: 9, editor: 17, people_manager: 23, support: 31 }, 'member')} END`),
    'true',
  );
  inTeams(key("'owner'"), `m.user = ${firstUser} AND m.team = (SELECT min(key) FROM teams WHERE project = ${project})`);
  inTeams(key("'key_keeper'"), `${draw(member, 26, 100)} < 6`);
  inTeams(key("'billing:write'"), `${draw(member, 27, 100)} < 8`);
  store.script(`INSERT INTO project_grants (user, permission)
    SELECT u.key, ${key(
      `CASE WHEN u.key = ${firstUser} THEN 'analyst'
        ELSE ${oneOf(draw('u.key', 28, 100), { analyst: 6, 'reports:export': 18, 'reports:read': 45 }, 'beta_tester')} END`,
    )}
    FROM users u WHERE u.project = ${project} AND u.key < ${firstUser} + ${membersFrom} AND (u.key = ${firstUser} OR ${draw('u.key', 29, 100)} < 60)`);
}

/** Returns SQL that picks one of the names, each up to its bound of the draw. */
function oneOf(drawn: string, bounds: Readonly<Record<string, number>>, otherwise: string): string {
  const cases = Object.entries(bounds).map(([name, below]) => `WHEN ${drawn} < ${below} THEN '${name}'`);
  return `CASE ${cases.join(' ')} ELSE '${otherwise}' END`;
}
