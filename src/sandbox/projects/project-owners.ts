/** Project owners: `managedProjectIds` in the server metadata of users of `internal` (wire/flows 15). */
import type { Store } from '../database/database';
import { findProject } from '../stores/project-store';
import { type UserRow, updateUser } from '../stores/user-store';

type Metadata = Pick<UserRow, 'key' | 'server_metadata'>;

/** Returns the IDs of the projects that a user owns, possibly of deleted ones. */
export function ownedProjects({ server_metadata }: Pick<UserRow, 'server_metadata'>): readonly string[] {
  const { managedProjectIds: owned } = objectOf(server_metadata);
  return Array.isArray(owned) ? owned.filter((id) => typeof id === 'string') : [];
}

/** Adds the project to a user's list. */
export function addOwner(store: Store, user: Metadata, projectId: string): void {
  writeOwned(store, user, [...ownedProjects(user), projectId]);
}

/** Removes a project from every owner's list. */
export function removeFromOwners(store: Store, projectId: string): void {
  const internal = findProject(store, 'internal');
  if (internal === undefined) return;
  const sql = 'SELECT key, server_metadata FROM users WHERE project = ? AND instr(server_metadata, ?) > 0';
  for (const user of store.all<Metadata>(sql, [internal.key, projectId])) {
    const owned = ownedProjects(user);
    const rest = owned.filter((id) => id !== projectId);
    if (rest.length < owned.length) writeOwned(store, user, rest);
  }
}

function writeOwned(store: Store, user: Metadata, ids: readonly string[]): void {
  const metadata = { ...objectOf(user.server_metadata), managedProjectIds: ids };
  updateUser(store, user.key, { server_metadata: JSON.stringify(metadata) });
}

function objectOf(text: string | null): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text ?? 'null');
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
