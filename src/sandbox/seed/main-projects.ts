/** The two projects of every sandbox, created again if they were deleted, with the requested ID and keys. */

import type { Store } from '../database/database';
import { readSetting, writeSetting } from '../database/settings';
import type { Random } from '../random';
import { findUsableKeySet, keyKinds, type ProjectKeys } from '../stores/key-set-store';
import { findProject } from '../stores/project-store';
import { demoProjectId, insertSandboxKeys, type MainProject, seedProject } from './seed-projects';

export type ProjectAccess = { readonly project_id: string } & ProjectKeys;

/** Keys that replace the sandbox's own. */
export type KeyOverrides = Readonly<Record<MainProject, Partial<ProjectKeys>>>;

const setting = 'demo_project_id';

/** Returns the ID of the demo project in this data. */
export function readDemoProjectId(store: Store): string {
  return readSetting(store, setting) ?? demoProjectId;
}

/** Stores the demo project's ID. */
export function writeDemoProjectId(store: Store, id: string): void {
  writeSetting(store, setting, id);
}

/** Thrown if the data contains a demo project with another ID. */
export class ProjectMismatch extends Error {
  constructor(projectId: string) {
    super(`The data folder holds the project ${projectId}: leave the project id out, or use another folder.`);
  }
}

/**
 * Returns IDs and usable keys of both projects.
 *
 * A deleted project is created again without users; revoked or missing keys are replaced. Throws `ProjectMismatch` if the data has
 * another project ID than the requested one.
 */
export function openMainProjects(
  store: Store,
  random: Random,
  now: number,
  overrides: { readonly projectId?: string | undefined; readonly keys: KeyOverrides },
): Readonly<Record<MainProject, ProjectAccess>> {
  const demoId = readDemoProjectId(store);
  if (overrides.projectId !== undefined && overrides.projectId !== demoId) throw new ProjectMismatch(demoId);
  return store.transaction(() => ({
    internal: openProject(store, random, now, 'internal', 'internal', overrides.keys.internal),
    demo: openProject(store, random, now, 'demo', demoId, overrides.keys.demo),
  }));
}

function openProject(
  store: Store,
  random: Random,
  now: number,
  name: MainProject,
  id: string,
  overrides: Partial<ProjectKeys>,
): ProjectAccess {
  const project = findProject(store, id)?.key ?? seedProject(store, random, name, id, now);
  const current = findUsableKeys(store, project, id, overrides, now);
  if (current !== undefined) return { project_id: id, ...current };
  for (const kind of keyKinds) releaseKey(store, kind, overrides[kind]);
  insertSandboxKeys(store, random, project, now, overrides);
  const created = findUsableKeys(store, project, id, overrides, now);
  if (created === undefined) throw new Error(`The project ${id} has no keys.`);
  return { project_id: id, ...created };
}

/** Returns a usable key set with all overridden keys. */
function findUsableKeys(store: Store, project: number, id: string, overrides: Partial<ProjectKeys>, now: number): ProjectKeys | undefined {
  const kinds = keyKinds.filter((kind) => overrides[kind] !== undefined);
  if (kinds.length === 0) return findUsableKeySet(store, id, now);
  return store.one<ProjectKeys>(
    `SELECT ${keyKinds.join(', ')} FROM api_key_sets WHERE project = ? AND revoked_at IS NULL AND expires_at > ?
       AND ${keyKinds.map((kind) => `${kind} ${overrides[kind] === undefined ? 'IS NOT NULL' : '= ?'}`).join(' AND ')} ORDER BY key LIMIT 1`,
    [project, now, ...kinds.map((kind) => overrides[kind] ?? '')],
  );
}

/** Removes a key from its current set, because a key belongs to one set. */
function releaseKey(store: Store, kind: (typeof keyKinds)[number], key: string | undefined): void {
  if (key !== undefined) store.run(`UPDATE api_key_sets SET ${kind} = NULL WHERE ${kind} = ?`, [key]);
}
