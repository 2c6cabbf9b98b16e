/** Store of projects and their settings. */
import type { JWK } from 'jose';
import type { Store } from '../database/database';
import type { MailServer } from '../mail/smtp';

export interface OAuthProvider {
  /** The name in the project's configuration, which usually is the provider's. */
  readonly id: string;
  /** The provider, if it isn't the ID. */
  readonly provider?: string;
  readonly type: 'shared' | 'standard';
  readonly enabled: boolean;
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly facebook_config_id?: string;
  readonly microsoft_tenant_id?: string;
  readonly apple_bundle_ids?: readonly string[];
}

/** Mail server: the service's shared one, or the project's own. */
export type EmailConfig = { readonly type: 'shared' } | ({ readonly type: 'standard' } & MailServer);

interface Id {
  readonly id: string;
}

/** Settings that the admin response doesn't have. */
interface LaterConfig {
  readonly requireEmailVerification?: boolean;
  readonly requirePublishableClientKey?: boolean;
  readonly themeId?: string;
}

/** Settings as in the admin response (wire/endpoints 0.8), without the derived list of enabled providers. */
export interface ProjectConfig {
  readonly id: string;
  readonly allow_localhost: boolean;
  readonly sign_up_enabled: boolean;
  readonly credential_enabled: boolean;
  readonly magic_link_enabled: boolean;
  readonly passkey_enabled: boolean;
  readonly client_team_creation_enabled: boolean;
  readonly client_user_deletion_enabled: boolean;
  readonly allow_user_api_keys: boolean;
  readonly allow_team_api_keys: boolean;
  readonly create_team_on_sign_up: boolean;
  readonly oauth_providers: readonly OAuthProvider[];
  readonly domains: readonly { readonly domain: string; readonly handler_path: string }[];
  readonly email_config: EmailConfig;
  readonly team_creator_default_permissions: readonly Id[];
  readonly team_member_default_permissions: readonly Id[];
  readonly user_default_permissions: readonly Id[];
  readonly oauth_account_merge_strategy: 'link_method' | 'raise_error' | 'allow_duplicates';
  /** Settings of later releases, which only the configuration has (wire/later 7.4). */
  readonly later?: LaterConfig;
}

export interface Project {
  readonly key: number;
  readonly id: string;
  readonly display_name: string;
  readonly description: string;
  readonly created_at: number;
  readonly is_production_mode: boolean;
  readonly config: ProjectConfig;
  readonly signing_key: JWK;
  /** The team of `internal` that owns the project from 2.8.31 on. */
  readonly owner_team: string | null;
  readonly appearance: Appearance;
}

/** Fields that only later releases have (wire/later 8). Absent ones have their defaults. */
export interface Appearance {
  readonly logo_url?: string | null;
  readonly logo_full_url?: string | null;
  readonly logo_dark_mode_url?: string | null;
  readonly logo_full_dark_mode_url?: string | null;
  readonly onboarding_status?: string;
  readonly is_development_environment?: boolean;
}

type ProjectRow = Omit<Project, 'config' | 'signing_key' | 'is_production_mode' | 'appearance'> & {
  readonly appearance: string;
  readonly config: string;
  readonly signing_key: string;
  readonly is_production_mode: number;
};

/** Cache of parsed settings and keys by their text: every request reads its project, and most are of a few projects. */
const parsed = new Map<string, unknown>();
const maxParsed = 20;

function parseOnce<T>(text: string): T {
  const known = parsed.get(text);
  if (known !== undefined) return known as T;
  const value = JSON.parse(text) as T;
  if (parsed.size >= maxParsed) parsed.clear();
  parsed.set(text, value);
  return value;
}

function projectOf(row: ProjectRow): Project {
  return {
    ...row,
    is_production_mode: row.is_production_mode === 1,
    config: parseOnce(row.config),
    signing_key: parseOnce(row.signing_key),
    appearance: parseOnce(row.appearance),
  };
}

/** Returns the project with this ID. */
export function findProject(store: Store, id: string): Project | undefined {
  const row = store.one<ProjectRow>('SELECT * FROM projects WHERE id = ?', [id]);
  return row && projectOf(row);
}

export function findProjectByKey(store: Store, key: number): Project | undefined {
  const row = store.one<ProjectRow>('SELECT * FROM projects WHERE key = ?', [key]);
  return row && projectOf(row);
}

/** Returns the existing projects of these IDs, newest first. */
export function findProjects(store: Store, ids: readonly string[]): Project[] {
  const sql = 'SELECT * FROM projects WHERE id IN (SELECT value FROM json_each(?)) ORDER BY created_at DESC, key DESC';
  return store.all<ProjectRow>(sql, [JSON.stringify(ids)]).map(projectOf);
}

/** Stores a new project and returns its key. */
export function insertProject(
  store: Store,
  project: Omit<Project, 'key' | 'description' | 'is_production_mode' | 'owner_team' | 'appearance'>,
): number {
  store.run('INSERT INTO projects (id, display_name, created_at, config, signing_key) VALUES (?, ?, ?, ?, ?)', [
    project.id,
    project.display_name,
    project.created_at,
    JSON.stringify(project.config),
    JSON.stringify(project.signing_key),
  ]);
  return store.one<{ key: number }>('SELECT key FROM projects WHERE id = ?', [project.id])?.key ?? 0;
}

/** Replaces some settings of a project, each as a whole. */
export function updateConfig(store: Store, project: number, change: Partial<ProjectConfig>): void {
  const row = store.one<{ config: string }>('SELECT config FROM projects WHERE key = ?', [project]);
  if (row === undefined) return;
  const config: ProjectConfig = { ...JSON.parse(row.config), ...change };
  store.run('UPDATE projects SET config = ? WHERE key = ?', [JSON.stringify(config), project]);
}

/** Updates a project's name, description and production mode. */
export function updateProject(
  store: Store,
  project: number,
  change: Pick<Project, 'display_name' | 'description' | 'is_production_mode'>,
): void {
  store.run('UPDATE projects SET display_name = ?, description = ?, is_production_mode = ? WHERE key = ?', [
    change.display_name,
    change.description,
    Number(change.is_production_mode),
    project,
  ]);
}

/** Changes some of the fields that only later releases have. */
export function updateAppearance(store: Store, project: Project, change: Appearance): void {
  store.run('UPDATE projects SET appearance = ? WHERE key = ?', [JSON.stringify({ ...project.appearance, ...change }), project.key]);
}

/** Gives a project to a team of project `internal`. */
export function setOwnerTeam(store: Store, project: number, teamId: string): void {
  store.run('UPDATE projects SET owner_team = ? WHERE key = ?', [teamId, project]);
}

/** Returns the IDs of the projects that the teams of a user of `internal` own. */
export function projectsOfTeams(store: Store, user: number): readonly string[] {
  const sql = 'SELECT p.id FROM projects p JOIN teams t ON t.id = p.owner_team JOIN memberships m ON m.team = t.key WHERE m.user = ?';
  return store.all<{ id: string }>(sql, [user]).map(({ id }) => id);
}

/** Deletes a project with all its data. */
export function deleteProject(store: Store, project: number): void {
  store.run('DELETE FROM projects WHERE key = ?', [project]);
}

/** Counts a project's users, including anonymous ones. */
export function countUsers(store: Store, project: number): number {
  return store.one<{ count: number }>('SELECT count(*) AS count FROM users WHERE project = ?', [project])?.count ?? 0;
}

/** Table of projects. */
export const projectTables = `
CREATE TABLE IF NOT EXISTS projects (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, display_name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL, is_production_mode INTEGER NOT NULL DEFAULT 0, config TEXT NOT NULL, signing_key TEXT NOT NULL,
  owner_team TEXT, appearance TEXT NOT NULL DEFAULT '{}'
);
`;
