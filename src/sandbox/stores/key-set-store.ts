/** Store of project key sets (wire/endpoints 0.10). */
import type { AccessType } from '#contract/definitions.ts';
import type { Store } from '../database/database';

/** The three kinds of project keys. A set has at least the keys it was created with. */
export interface ProjectKeys {
  readonly publishable_client_key: string;
  readonly secret_server_key: string;
  readonly super_secret_admin_key: string;
}

export type KeyKind = keyof ProjectKeys;
export const keyKinds = ['publishable_client_key', 'secret_server_key', 'super_secret_admin_key'] as const satisfies readonly KeyKind[];

export interface KeySetRow extends Readonly<Record<KeyKind, string | null>> {
  readonly key: number;
  readonly id: string;
  readonly description: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly revoked_at: number | null;
}

const columnOf = {
  client: 'publishable_client_key',
  server: 'secret_server_key',
  admin: 'super_secret_admin_key',
} as const satisfies Record<AccessType, KeyKind>;

/** Whether a key of this kind belongs to the project and is neither expired nor revoked. */
export function isValidKey(store: Store, projectId: string, access: AccessType, key: string, now: number): boolean {
  const sql = `SELECT 1 FROM api_key_sets s JOIN projects p ON p.key = s.project
    WHERE s.${columnOf[access]} = ? AND p.id = ? AND s.revoked_at IS NULL AND s.expires_at > ?`;
  return store.one(sql, [key, projectId, now]) !== undefined;
}

interface NewKeySet extends Readonly<Record<KeyKind, string | null>> {
  readonly id: string;
  readonly project: number;
  readonly description: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt?: number;
}

/** Stores a key set. Throws a uniqueness error if one of the keys is taken. */
export function insertKeySet(store: Store, set: NewKeySet): void {
  store.run(
    `INSERT INTO api_key_sets (id, project, description, created_at, expires_at, revoked_at, ${keyKinds.join(', ')})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      set.id,
      set.project,
      set.description,
      set.createdAt,
      set.expiresAt,
      set.revokedAt ?? null,
      set.publishable_client_key,
      set.secret_server_key,
      set.super_secret_admin_key,
    ],
  );
}

/** Returns a project's key sets, newest first. */
export function listKeySets(store: Store, project: number): KeySetRow[] {
  return store.all<KeySetRow>('SELECT * FROM api_key_sets WHERE project = ? ORDER BY created_at DESC, key DESC', [project]);
}

export function findKeySet(store: Store, project: number, id: string): KeySetRow | undefined {
  return store.one<KeySetRow>('SELECT * FROM api_key_sets WHERE id = ? AND project = ?', [id.toLowerCase(), project]);
}

/** Changes a key set's description or revokes it. A revoked set keeps its first revocation time. */
export function updateKeySet(
  store: Store,
  key: number,
  { description, revokedAt }: { readonly description?: string | undefined; readonly revokedAt?: number | undefined },
): void {
  store.run('UPDATE api_key_sets SET description = coalesce(?, description), revoked_at = coalesce(revoked_at, ?) WHERE key = ?', [
    description ?? null,
    revokedAt ?? null,
    key,
  ]);
}

/** Returns the keys of a project's first usable set that has all three. */
export function findUsableKeySet(store: Store, projectId: string, now: number): ProjectKeys | undefined {
  const sql = `SELECT ${keyKinds.join(', ')} FROM api_key_sets
    WHERE project = (SELECT key FROM projects WHERE id = ?) AND revoked_at IS NULL AND expires_at > ?
      AND publishable_client_key IS NOT NULL AND secret_server_key IS NOT NULL AND super_secret_admin_key IS NOT NULL
    ORDER BY key LIMIT 1`;
  return store.one<ProjectKeys>(sql, [projectId, now]);
}
