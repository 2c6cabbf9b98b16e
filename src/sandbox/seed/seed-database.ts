/** Seeds a new database: the two projects, and with `demo` their users and data. */
import type { Store } from '../database/database';
import { defaultConfigOf, defaultPermissionsOf } from '../projects/project-defaults';
import { type Random, secretText, uuid } from '../random';
import { baseline, createRelease, type Release } from '../releases/release';
import { createSigningKey } from '../sessions/signing-keys';
import { insertCode, markCodeUsed } from '../stores/code-store';
import type { InvitationCode } from '../stores/membership-store';
import { insertDefaultDefinitions, insertDefinitionWithContained, type Scope } from '../stores/permission-store';
import { insertProject, updateProject } from '../stores/project-store';
import { indices, rebuildSearch, schemaVersion, searchIndices, tables } from '../stores/schema';
import { insertTeam, updateTeam } from '../stores/team-store';
import { writeDemoProjectId } from './main-projects';
import { createRepeatableRandom, draw } from './repeatable-random';
import { seedDrafts, seedEmails } from './seed-emails';
import { seedGeneratedUsers } from './seed-generated-users';
import { seedKeys } from './seed-keys';
import { demoPasswordHash, type NamedUsersDeps, seedEndedImpersonation, seedNamedUsers, seedOwner } from './seed-named-users';
import { seedOutbox } from './seed-outbox';
import { demoProjectId, seedProjects } from './seed-projects';

export interface Seed {
  readonly kind: 'demo' | 'empty';
  /** Number of users of the demo project, including the named ones. */
  readonly users: number;
  /** ID of the demo project, if not the default. */
  readonly projectId?: string;
}

/**
 * Creates tables, data, then indices.
 *
 * Users are the same every time relative to `now`; keys and tokens aren't. The database must be empty.
 */
export function seedDatabase(store: Store, seed: Seed, random: Random, now: number, release: Release): void {
  store.script('PRAGMA foreign_keys = OFF');
  store.transaction(() => {
    store.script(tables);
    const demoId = seed.projectId ?? demoProjectId;
    const projects = seedProjects(store, random, now, demoId);
    writeDemoProjectId(store, demoId);
    if (seed.kind === 'demo') {
      const chance = createRepeatableRandom(1843);
      const deps: NamedUsersDeps = { store, project: projects.demo, now, chance, random, passwordHash: demoPasswordHash };
      const namedUsers = seedNamedUsers(deps, seed.users);
      seedGeneratedUsers({ store, project: projects.demo, now, passwordHash: demoPasswordHash, count: seed.users - namedUsers });
      seedTeams(store, projects.demo, now, chance);
      seedPermissions(store, projects.demo);
      seedInvitations(deps);
      seedProfiles(deps);
      const difference = seedDifferenceEngine(store, random, now);
      seedOwner({ ...deps, project: projects.internal }, [demoId, difference]);
      // After what has IDs from the same series, which stay the same.
      seedAcceptedInvitation(deps);
      seedEndedImpersonation(deps);
      seedKeys(store, random, projects.demo, now);
      seedEmails(store, { demo: projects.demo, difference }, now);
      if (release.has('email-drafts')) seedDrafts(store, projects.demo, now);
      if (release.has('email-outbox')) seedOutbox(store, { demo: projects.demo, difference }, now);
    }
    if (release.has('listed-providers')) renameDefaultPermissions(store);
    store.script(indices);
    store.script(searchIndices);
    store.script(rebuildSearch);
  });
  store.script(`PRAGMA foreign_keys = ON; PRAGMA user_version = ${schemaVersion}; ANALYZE`);
}

/** Seeds invitations and member profiles. */
const hourMillis = 3_600_000;
const ttlMillis = 7 * 24 * hourMillis;

interface Invitation {
  /** Counts from the oldest. */
  readonly team: number;
  readonly email: string;
  readonly hours: number;
}

/** The second is for a demo account, the third expires within the hour, the last has expired. */
const invitations: readonly Invitation[] = [
  { team: 0, email: 'mary.somerville@letters.example', hours: 26 },
  { team: 10, email: 'grace.hopper@analytical.example', hours: 50 },
  { team: 0, email: 'luigi.menabrea@post.example', hours: 167.3 },
  {
    team: 0,
    email: "secretary.of.the.translator's.society.for.scientific.memoirs.and.notes@correspondence.analytical.example",
    hours: 0.2,
  },
  { team: 2, email: 'joseph-marie@looms.example', hours: 90 },
  { team: 6, email: 'caroline.herschel@comets.example', hours: 140 },
  { team: 6, email: 'harriet.martineau@letters.example', hours: 200 },
];

/** Stores the invitations to existing teams. */
function seedInvitations(deps: NamedUsersDeps): void {
  for (const invitation of invitations) insertInvitation(deps, invitation);
}

/** Stores the invitation that made a demo account a member of the first team: used ones are no longer listed. */
function seedAcceptedInvitation(deps: NamedUsersDeps): void {
  const hours = 60 * 24;
  const code = insertInvitation(deps, { team: 0, email: 'grace.hopper@analytical.example', hours });
  if (code !== null) markCodeUsed(deps.store, code, deps.now - (hours - 3) * hourMillis);
}

/** Returns the code, which is secret, and so differs every time; null if there is no such team. */
function insertInvitation({ store, project, now, chance, random }: NamedUsersDeps, { team, email, hours }: Invitation): string | null {
  const teams = store.all<{ id: string }>('SELECT id FROM teams WHERE project = ? ORDER BY created_at, key', [project]);
  const id = teams[team]?.id;
  if (id === undefined) return null;
  const data: InvitationCode = { team_id: id, email };
  const sentAt = now - Math.round(hours * hourMillis);
  const code = secretText(random);
  const stored = { code, id: uuid(chance), project, purpose: 'team-invitation', data: JSON.stringify(data) } as const;
  insertCode(store, { ...stored, now: sentAt, expiresAt: sentAt + ttlMillis });
  return code;
}

/** Gives some members their first name in a team, and the first named user a title. */
function seedProfiles({ store, project }: Pick<NamedUsersDeps, 'store' | 'project'>): void {
  const name = '(SELECT u.display_name FROM users u WHERE u.key = memberships.user)';
  store.script(`UPDATE memberships SET display_name = substr(${name}, 1, instr(${name}, ' ') - 1)
      WHERE team IN (SELECT key FROM teams WHERE project = ${project}) AND ${draw('team * 7919 + user', 30, 100)} < 15 AND instr(${name}, ' ') > 1;
    UPDATE memberships SET display_name = 'Countess of Lovelace'
      WHERE user = (SELECT min(key) FROM users WHERE project = ${project}) AND team = (SELECT min(key) FROM teams WHERE project = ${project})`);
}

/** The first is valid; each of the others violates one rule. */
const domains = [
  'https://difference.example',
  'https://not a domain',
  'http://localhost:3000',
  'https://app.localhost',
  'http://127.0.0.1:8080',
  'https://192.0.2.10',
  'http://www.difference.example',
];

/** Stores the project and returns its ID, which is always the same. */
function seedDifferenceEngine(store: Store, random: Random, now: number): string {
  const chance = createRepeatableRandom(1822);
  const id = uuid(chance);
  const key = insertProject(store, {
    id,
    display_name: 'Difference Engine',
    created_at: now - 30 * 86_400_000,
    config: {
      id: uuid(chance),
      ...defaultConfigOf(baseline),
      magic_link_enabled: true,
      domains: domains.map((domain) => ({ domain, handler_path: '/handler' })),
      oauth_providers: [
        { id: 'google', type: 'standard', enabled: true, client_id: 'difference-engine', client_secret: `demo-${uuid(random)}` },
        { id: 'github', type: 'shared', enabled: false },
      ],
      email_config: {
        type: 'standard',
        host: 'mail.difference.example',
        port: 587,
        username: 'engine',
        password: `demo-${uuid(random)}`,
        sender_name: 'Difference Engine',
        sender_email: 'engine@difference.example',
      },
    },
    signing_key: createSigningKey(random),
  });
  insertDefaultDefinitions(store, key, defaultPermissionsOf(baseline));
  const description = 'Tabulates polynomial functions. Not finished.';
  updateProject(store, key, { display_name: 'Difference Engine', description, is_production_mode: false });
  return id;
}

/** Gives new data the default permissions of releases from 2.8.11 on, instead of those of the baseline. */
function renameDefaultPermissions(store: Store): void {
  const [from, to] = [defaultPermissionsOf(baseline), defaultPermissionsOf(createRelease('2.8.11'))];
  for (const role of ['creator', 'member'] as const) {
    store.run('UPDATE permissions SET id = ? WHERE id = ? AND project IS NOT NULL', [to[role], from[role]]);
    const list = `$.team_${role}_default_permissions`;
    const ids = JSON.stringify([{ id: to[role] }]);
    store.run(`UPDATE projects SET config = json_set(config, ?, json(?)) WHERE json_array_length(config, ?) > 0`, [list, ids, list]);
  }
  store.run('UPDATE permissions SET description = ? WHERE id = ?', [to.creatorDescription, to.creator]);
}

/** Seeds nested permission definitions, and different roles for members. */
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
function seedPermissions(store: Store, project: number): void {
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

/** Seeds teams and memberships. */
const names = [
  'Analytical Engines',
  'Difference Engine No. 2',
  'Punched Cards',
  'Store & Mill',
  'Bernoulli Numbers',
  'Jacquard Looms',
  'Research',
  'Customer Care',
  'Operations',
  'فريق الترجمة',
  "Ladies' Diary Puzzle Club",
  'The Society for the Publication of Scientific Memoirs and Notes by the Translator',
];

/** Only the first users join teams, so that member lists stay short. */
const membersFrom = 1500;

/** Stores 12 teams and gives most users one or two. Half of the members have their first one selected. */
function seedTeams(store: Store, project: number, now: number, chance: Random): void {
  const keys = names.map((displayName, index) =>
    insertTeam(store, { id: uuid(chance), project, displayName, createdAt: now - (89 - index * 6) * 86_400_000 }),
  );
  const first = Math.min(...keys);
  updateTeam(store, first, {
    client_metadata: JSON.stringify({ motto: 'Weaves algebraical patterns' }),
    client_read_only_metadata: JSON.stringify({ plan: 'team' }),
    server_metadata: JSON.stringify({ customer_number: 1843 }),
  });
  const firstUser = store.one<{ key: number }>('SELECT min(key) AS key FROM users WHERE project = ?', [project])?.key ?? 0;
  const join = (team: string, condition: string) =>
    store.script(`INSERT OR IGNORE INTO memberships (team, user, joined_at)
      SELECT ${team}, u.key, max(t.created_at, u.signed_up_at) + ${draw('u.key', 22, 3_600_000)}
      FROM users u JOIN teams t ON t.key = ${team}
      WHERE u.project = ${project} AND u.key < ${firstUser + membersFrom} AND u.is_anonymous = 0 AND ${condition}`);
  join(`${first}`, `u.key <= ${firstUser + 7}`);
  join(`${first} + 1`, `u.key = ${firstUser}`);
  join(`${first} + ${draw('u.key', 20, names.length)}`, `${draw('u.key', 19, 10)} < 7`);
  join(`${first} + ${draw('u.key', 21, names.length)}`, `${draw('u.key', 23, 10)} < 3`);
  store.script(`UPDATE users SET selected_team = (SELECT min(team) FROM memberships m WHERE m.user = users.key)
    WHERE project = ${project} AND key < ${firstUser + membersFrom} AND (key = ${firstUser} OR ${draw('key', 24, 2)} = 1)`);
}
