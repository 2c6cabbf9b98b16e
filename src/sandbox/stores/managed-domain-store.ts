/** Store of the domains from which a provider sends emails (wire/later 6). */
import type { Store } from '../database/database';

export const managedStatuses = ['pending_dns', 'pending_verification', 'verified', 'applied', 'failed'] as const;
export type ManagedStatus = (typeof managedStatuses)[number];

export interface ManagedDomainRow {
  readonly id: string;
  readonly project: number;
  readonly subdomain: string;
  readonly sender_local_part: string;
  readonly status: ManagedStatus;
  readonly updated_at: number;
}

export function insertManagedDomain(store: Store, row: Omit<ManagedDomainRow, 'updated_at'>, now: number): void {
  const { id, project, subdomain, sender_local_part, status } = row;
  store.run('INSERT INTO managed_domains (id, project, subdomain, sender_local_part, status, updated_at) VALUES (?, ?, ?, ?, ?, ?)', [
    id,
    project,
    subdomain,
    sender_local_part,
    status,
    now,
  ]);
}

export function findManagedDomain(store: Store, project: number, id: string): ManagedDomainRow | undefined {
  return store.one<ManagedDomainRow>('SELECT * FROM managed_domains WHERE project = ? AND id = ?', [project, id.toLowerCase()]);
}

/** Returns the domain with this name, of any project. */
export function findTrackedSubdomain(store: Store, subdomain: string): ManagedDomainRow | undefined {
  return store.one<ManagedDomainRow>('SELECT * FROM managed_domains WHERE subdomain = ?', [subdomain]);
}

export function listManagedDomains(store: Store, project: number): ManagedDomainRow[] {
  const sql = "SELECT * FROM managed_domains WHERE project = ? ORDER BY status = 'applied' DESC, updated_at DESC, key DESC";
  return store.all<ManagedDomainRow>(sql, [project]);
}

/** Sets the status of a domain of any project. Returns whether there is one. */
export function setManagedStatus(store: Store, id: string, status: ManagedStatus, now: number): boolean {
  return store.run('UPDATE managed_domains SET status = ?, updated_at = ? WHERE id = ?', [status, now, id.toLowerCase()]) === 1;
}

export function deleteManagedDomain(store: Store, id: string): void {
  store.run('DELETE FROM managed_domains WHERE id = ?', [id]);
}

export const managedDomainTables = `
CREATE TABLE IF NOT EXISTS managed_domains (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  subdomain TEXT NOT NULL UNIQUE, sender_local_part TEXT NOT NULL, status TEXT NOT NULL, updated_at INTEGER NOT NULL
);
`;
