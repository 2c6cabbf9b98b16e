/**
 * Project owners: users of `internal` with `managedProjectIds` in their server metadata (wire/flows 15), and from 2.8.31 on the members of
 * a project's team (wire/newer 2.5).
 */
import type { Store } from '../database/database';
import type { SandboxContext } from '../http/context';
import { findProject, projectsOfTeams } from '../stores/project-store';
import { type UserRow, updateUser } from '../stores/user-store';

type Metadata = Pick<UserRow, 'key' | 'server_metadata'>;

/** Returns the IDs of the projects that a user owns, possibly of deleted ones. */
export function ownedProjects({ store, release }: Pick<SandboxContext, 'store' | 'release'>, user: Metadata): readonly string[] {
  return release.has('owner-team') ? projectsOfTeams(store, user.key) : managedProjects(user);
}

/** Returns the IDs in a user's metadata. */
export function managedProjects({ server_metadata }: Pick<UserRow, 'server_metadata'>): readonly string[] {
  const { managedProjectIds: owned } = objectOf(server_metadata);
  return Array.isArray(owned) ? owned.filter((id) => typeof id === 'string') : [];
}

/** Adds the project to a user's list. */
export function addOwner(store: Store, user: Metadata, projectId: string): void {
  writeOwned(store, user, [...managedProjects(user), projectId]);
}

/** Removes a project from every owner's list. */
export function removeFromOwners(store: Store, projectId: string): void {
  const internal = findProject(store, 'internal');
  if (internal === undefined) return;
  const sql = 'SELECT key, server_metadata FROM users WHERE project = ? AND instr(server_metadata, ?) > 0';
  for (const user of store.all<Metadata>(sql, [internal.key, projectId])) {
    const owned = managedProjects(user);
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
