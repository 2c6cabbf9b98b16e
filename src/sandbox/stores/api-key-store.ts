/** Store of user and team API keys (wire/endpoints 0.9). */
import type { Store } from '../database/database';
import { hasTeamPermission } from './grant-store';

export type OwnerKind = 'user' | 'team';

export interface ApiKeyRow {
  readonly key: number;
  readonly id: string;
  readonly project: number;
  readonly user: number | null;
  readonly team: number | null;
  /** ID of the user or team. */
  readonly owner_id: string;
  readonly description: string;
  readonly is_public: number;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  /** The full key. */
  readonly value: string;
}

const select = `SELECT k.*, coalesce(u.id, t.id) AS owner_id FROM api_keys k
  LEFT JOIN users u ON u.key = k.user LEFT JOIN teams t ON t.key = k.team`;

/** Returns the keys of a user or team, newest first. */
export function listApiKeys(store: Store, kind: OwnerKind, owner: number): ApiKeyRow[] {
  return store.all<ApiKeyRow>(`${select} WHERE k.${kind} = ? ORDER BY k.created_at DESC, k.key DESC`, [owner]);
}

/** Returns the key with this ID if it is of this kind. */
export function findApiKey(store: Store, project: number, kind: OwnerKind, id: string): ApiKeyRow | undefined {
  return store.one<ApiKeyRow>(`${select} WHERE k.id = ? AND k.project = ? AND k.${kind} IS NOT NULL`, [id.toLowerCase(), project]);
}

/** Returns the key with this full text, of either kind and in any project. */
export function findApiKeyByText(store: Store, value: string): ApiKeyRow | undefined {
  return store.one<ApiKeyRow>(`${select} WHERE k.value = ?`, [value]);
}

interface NewApiKey {
  readonly id: string;
  readonly project: number;
  readonly kind: OwnerKind;
  readonly owner: number;
  readonly description: string;
  readonly isPublic: boolean;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt?: number;
  readonly value: string;
}

export function insertApiKey(store: Store, key: NewApiKey): void {
  store.run(
    `INSERT INTO api_keys (id, project, ${key.kind}, description, is_public, created_at, expires_at, revoked_at, value)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [key.id, key.project, key.owner, key.description, Number(key.isPublic), key.createdAt, key.expiresAt, key.revokedAt ?? null, key.value],
  );
}

/** Changes a key's description or revokes it. A revoked key keeps its first revocation time. */
export function updateApiKey(
  store: Store,
  key: number,
  { description, revokedAt }: { readonly description?: string | undefined; readonly revokedAt?: number | undefined },
): void {
  store.run('UPDATE api_keys SET description = coalesce(?, description), revoked_at = coalesce(revoked_at, ?) WHERE key = ?', [
    description ?? null,
    revokedAt ?? null,
    key,
  ]);
}

/** Returns the primary emails of the users who can manage a key: its user, or the team members who may manage the team's keys. */
export function listManagerEmails(store: Store, { user, team }: ApiKeyRow): string[] {
  const sql = `SELECT c.user, c.value FROM contact_channels c WHERE c.is_primary = 1 AND c.type = 'email'
    AND c.user IN (SELECT ? UNION SELECT m.user FROM memberships m WHERE m.team = ?)`;
  const found = store.all<{ user: number; value: string }>(sql, [user, team]);
  return found.filter((one) => team === null || hasTeamPermission(store, team, one.user, '$manage_api_keys')).map(({ value }) => value);
}

/** Tables of API keys: user and team keys, and project key sets. */
export const apiKeyTables = `
CREATE TABLE IF NOT EXISTS api_key_sets (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  description TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, revoked_at INTEGER,
  publishable_client_key TEXT UNIQUE, secret_server_key TEXT UNIQUE, super_secret_admin_key TEXT UNIQUE
);
CREATE TABLE IF NOT EXISTS api_keys (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  user INTEGER REFERENCES users(key) ON DELETE CASCADE, team INTEGER REFERENCES teams(key) ON DELETE CASCADE,
  description TEXT NOT NULL, is_public INTEGER NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER,
  value TEXT NOT NULL UNIQUE, CHECK ((user IS NULL) <> (team IS NULL))
);
CREATE INDEX IF NOT EXISTS api_keys_by_user ON api_keys(user, created_at) WHERE user IS NOT NULL;
CREATE INDEX IF NOT EXISTS api_keys_by_team ON api_keys(team, created_at) WHERE team IS NOT NULL;
CREATE INDEX IF NOT EXISTS api_keys_by_project ON api_keys(project);
CREATE INDEX IF NOT EXISTS key_sets_by_project ON api_key_sets(project, created_at);
`;
