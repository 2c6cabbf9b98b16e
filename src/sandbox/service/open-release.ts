/** The release of the data: which one it is, and what changes in the data when a later one opens it. */
import { isAtLeast } from '#contract/releases.ts';
import { changeSettings, createConfiguration } from '../configuration/project-config';
import type { Store } from '../database/database';
import { readSetting, writeSetting } from '../database/settings';
import { managedProjects } from '../projects/project-owners';
import { type Random, uuid } from '../random';
import { createRelease, defaultRelease, type Release } from '../releases/release';
import { insertMembership } from '../stores/membership-store';
import { findProject, findProjectByKey, type Project, setOwnerTeam } from '../stores/project-store';
import { insertTeam } from '../stores/team-store';

const setting = 'release';

/** Thrown if the data is of a later release than the requested one. */
export class ReleaseMismatch extends Error {
  constructor(stored: string, requested: string) {
    super(`The data is of release ${stored}, which ${requested} can’t read: leave --release out, name a later one, or use another folder.`);
  }
}

interface ReleaseDeps {
  readonly store: Store;
  readonly random: Random;
  readonly now: number;
}

/**
 * Returns the release to emulate: the requested one, that of the data, or else the default. Upgrades the data of an earlier release, as the service does
 * at an update. Throws `ReleaseMismatch`.
 */
export function openRelease(deps: ReleaseDeps, requested: string | undefined): Release {
  const { store } = deps;
  return store.transaction(() => {
    const stored = readSetting(store, setting);
    const release = createRelease(requested ?? stored ?? defaultRelease);
    if (stored !== undefined && !isAtLeast(release.number, stored)) throw new ReleaseMismatch(stored, release.number);
    writeSetting(store, setting, release.number);
    upgradeData(deps, release);
    return release;
  });
}

/** Adds what the release needs and data of earlier ones doesn't have. Does nothing for data of the release. */
function upgradeData(deps: ReleaseDeps, release: Release): void {
  const { store } = deps;
  const keys = store.all<{ key: number }>('SELECT key FROM projects ORDER BY key').map(({ key }) => key);
  if (release.has('config-override')) {
    for (const key of keys) createConfiguration(deps, requireProject(store, key));
  }
  if (!release.has('owner-team')) return;
  const internal = findProject(store, 'internal');
  if (internal === undefined) return;
  if (release.has('new-name')) renameInternal(store);
  // Users of `internal` get a team of their own, to which they can give projects.
  if (!internal.config.create_team_on_sign_up) changeSettings({ ...deps, release }, internal.key, { create_team_on_sign_up: true });
  for (const key of keys) if (requireProject(store, key).owner_team === null) createOwnerTeam(deps, internal, requireProject(store, key));
}

/** Gives the service's own project the new name, unless it has other texts than the former ones (wire/hexclave 1). */
function renameInternal(store: Store): void {
  store.run(
    `UPDATE projects SET display_name = 'Hexclave Dashboard', description = ?
     WHERE id = 'internal' AND display_name = 'Stack Dashboard' AND description IN (?, '')`,
    ["Hexclave's admin dashboard", "Stack's admin dashboard"],
  );
}

function requireProject(store: Store, key: number): Project {
  const project = findProjectByKey(store, key);
  if (project === undefined) throw new Error(`There is no project ${key}.`);
  return project;
}

/** Gives a project to a team with its owners as members: the one that owns their other projects, or a new one. */
function createOwnerTeam({ store, random, now }: ReleaseDeps, internal: Project, project: Project): void {
  const owners = ownersOf(store, internal, project.id);
  const sibling = owners.flatMap((owner) => managedProjects(owner)).map((id) => findProject(store, id)?.owner_team ?? null);
  const known = sibling.find((team) => team !== null);
  if (known) {
    setOwnerTeam(store, project.key, known);
    return;
  }
  const id = uuid(random);
  const team = insertTeam(store, { id, project: internal.key, displayName: 'Owners', createdAt: now });
  for (const { key } of owners) insertMembership(store, team, key, now);
  setOwnerTeam(store, project.key, id);
}

interface OwnerRow {
  readonly key: number;
  readonly server_metadata: string | null;
}

function ownersOf(store: Store, internal: Project, projectId: string): readonly OwnerRow[] {
  const sql = 'SELECT key, server_metadata FROM users WHERE project = ? AND instr(server_metadata, ?) > 0 ORDER BY key';
  return store.all<OwnerRow>(sql, [internal.key, projectId]).filter((user) => managedProjects(user).includes(projectId));
}
