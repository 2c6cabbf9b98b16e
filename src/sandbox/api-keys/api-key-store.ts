/** Store of user and team API keys (wire/endpoints 0.9). */
import type { Store } from '../database/database';
import { hasTeamPermission } from '../permissions/grant-store';

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
