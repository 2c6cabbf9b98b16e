/** Projects, their settings and key sets. */
import type { JWK } from 'jose';
import type { AccessType } from '../../contract/kit';
import type { Store } from './database';
import { insertFirstDefinitions } from './permissions';

export interface OAuthProvider {
  readonly id: string;
  readonly type: 'shared' | 'standard';
  readonly enabled: boolean;
  readonly client_id?: string;
  readonly client_secret?: string;
}

interface Id {
  readonly id: string;
}

/** Settings of a project as the admin shape shows them (endpoints 0.8), without the derived list of enabled providers. */
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
  readonly email_config: { readonly type: 'shared' };
  readonly team_creator_default_permissions: readonly Id[];
  readonly team_member_default_permissions: readonly Id[];
  readonly user_default_permissions: readonly Id[];
  readonly oauth_account_merge_strategy: 'link_method' | 'raise_error' | 'allow_duplicates';
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
}

export interface KeySet {
  readonly publishable_client_key: string;
  readonly secret_server_key: string;
  readonly super_secret_admin_key: string;
}

type ProjectRow = Omit<Project, 'config' | 'signing_key' | 'is_production_mode'> & {
  readonly config: string;
  readonly signing_key: string;
  readonly is_production_mode: number;
};

/** The project of that id, if there is one. */
export function findProject(store: Store, id: string): Project | undefined {
  const row = store.one<ProjectRow>('SELECT * FROM projects WHERE id = ?', [id]);
  return (
    row && {
      ...row,
      is_production_mode: row.is_production_mode === 1,
      config: JSON.parse(row.config),
      signing_key: JSON.parse(row.signing_key),
    }
  );
}

/** Stores a new project with its first permissions and answers its key. */
export function insertProject(store: Store, project: Omit<Project, 'key' | 'description' | 'is_production_mode'>): number {
  store.run('INSERT INTO projects (id, display_name, created_at, config, signing_key) VALUES (?, ?, ?, ?, ?)', [
    project.id,
    project.display_name,
    project.created_at,
    JSON.stringify(project.config),
    JSON.stringify(project.signing_key),
  ]);
  const key = store.one<{ key: number }>('SELECT key FROM projects WHERE id = ?', [project.id])?.key ?? 0;
  insertFirstDefinitions(store, key);
  return key;
}

/** Replaces some settings of a project. */
export function updateConfig(store: Store, project: number, change: Partial<ProjectConfig>): void {
  store.run('UPDATE projects SET config = json_patch(config, ?) WHERE key = ?', [JSON.stringify(change), project]);
}

/** People of a project, anonymous ones included. */
export function countUsers(store: Store, project: number): number {
  return store.one<{ count: number }>('SELECT count(*) AS count FROM users WHERE project = ?', [project])?.count ?? 0;
}

const keyColumns = {
  client: 'publishable_client_key',
  server: 'secret_server_key',
  admin: 'super_secret_admin_key',
} as const satisfies Record<AccessType, keyof KeySet>;

/** True for a key of that kind and project that is neither expired nor revoked. */
export function isValidKey(store: Store, projectId: string, access: AccessType, key: string, now: number): boolean {
  const sql = `SELECT 1 FROM api_key_sets s JOIN projects p ON p.key = s.project
    WHERE s.${keyColumns[access]} = ? AND p.id = ? AND s.revoked_at IS NULL AND s.expires_at > ?`;
  return store.one(sql, [key, projectId, now]) !== undefined;
}

/** Stores a new set of keys. */
export function insertKeySet(
  store: Store,
  set: KeySet & {
    readonly id: string;
    readonly project: number;
    readonly description: string;
    readonly createdAt: number;
    readonly expiresAt: number;
  },
): void {
  store.run(
    `INSERT INTO api_key_sets
      (id, project, description, created_at, expires_at, publishable_client_key, secret_server_key, super_secret_admin_key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      set.id,
      set.project,
      set.description,
      set.createdAt,
      set.expiresAt,
      set.publishable_client_key,
      set.secret_server_key,
      set.super_secret_admin_key,
    ],
  );
}

/** A project's first set of keys that holds all three: the one the seed made. */
export function firstKeySet(store: Store, projectId: string): KeySet | undefined {
  return store.one<KeySet>(
    `SELECT publishable_client_key, secret_server_key, super_secret_admin_key FROM api_key_sets
     WHERE project = (SELECT key FROM projects WHERE id = ?)
       AND publishable_client_key IS NOT NULL AND secret_server_key IS NOT NULL AND super_secret_admin_key IS NOT NULL
     ORDER BY key LIMIT 1`,
    [projectId],
  );
}
