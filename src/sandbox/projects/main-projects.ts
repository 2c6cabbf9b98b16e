/** The two projects of a sandbox as it starts: there whatever became of them, with the id and the keys that were asked for. */

import { firstKeySet, keyKinds, type ProjectKeys } from '../api-keys/key-set-store';
import type { Store } from '../database/database';
import { readSetting, writeSetting } from '../database/settings';
import type { Random } from '../random';
import { demoProjectId, insertSandboxKeys, type MainProject, seedProject } from '../seed/seed-projects';
import { findProject } from './project-store';

export type ProjectAccess = { readonly project_id: string } & ProjectKeys;

/** Keys a sandbox is told to accept; those left out are its own. */
export type GivenKeys = Readonly<Record<MainProject, Partial<ProjectKeys>>>;

const setting = 'demo_project_id';

/** The id of the demonstration's project in this data. */
export function demoIdOf(store: Store): string {
  return readSetting(store, setting) ?? demoProjectId;
}

/** Remembers the id a seed gave to the demonstration's project. */
export function writeDemoId(store: Store, id: string): void {
  writeSetting(store, setting, id);
}

/** The data belongs to a project of another id. */
export class OtherProject extends Error {
  constructor(held: string) {
    super(`The data folder holds the project ${held}: leave the project id out, or use another folder.`);
  }
}

/**
 * Answers ids and good keys of both projects. One that was deleted is made anew, without people; keys that were revoked
 * or lost are replaced. Fails with `OtherProject` when the data is another project's than the one asked for.
 */
export function openMainProjects(
  store: Store,
  random: Random,
  now: number,
  asked: { readonly projectId?: string | undefined; readonly keys: GivenKeys },
): Readonly<Record<MainProject, ProjectAccess>> {
  const demoId = demoIdOf(store);
  if (asked.projectId !== undefined && asked.projectId !== demoId) throw new OtherProject(demoId);
  return store.transaction(() => ({
    internal: opened(store, random, now, 'internal', 'internal', asked.keys.internal),
    demo: opened(store, random, now, 'demo', demoId, asked.keys.demo),
  }));
}

function opened(store: Store, random: Random, now: number, name: MainProject, id: string, given: Partial<ProjectKeys>): ProjectAccess {
  const project = findProject(store, id)?.key ?? seedProject(store, random, name, id, now);
  const current = goodKeys(store, project, id, given, now);
  if (current !== undefined) return { project_id: id, ...current };
  for (const kind of keyKinds) takeAway(store, kind, given[kind]);
  insertSandboxKeys(store, random, project, now, given);
  const made = goodKeys(store, project, id, given, now);
  if (made === undefined) throw new Error(`The project ${id} has no keys.`);
  return { project_id: id, ...made };
}

/** A set that can be used and holds all the given keys. */
function goodKeys(store: Store, project: number, id: string, given: Partial<ProjectKeys>, now: number): ProjectKeys | undefined {
  const wanted = keyKinds.filter((kind) => given[kind] !== undefined);
  if (wanted.length === 0) return firstKeySet(store, id, now);
  return store.one<ProjectKeys>(
    `SELECT ${keyKinds.join(', ')} FROM api_key_sets WHERE project = ? AND revoked_at IS NULL AND expires_at > ?
       AND ${keyKinds.map((kind) => `${kind} ${given[kind] === undefined ? 'IS NOT NULL' : '= ?'}`).join(' AND ')} ORDER BY key LIMIT 1`,
    [project, now, ...wanted.map((kind) => given[kind] ?? '')],
  );
}

/** A key belongs to one set: whichever held this one holds it no longer. */
function takeAway(store: Store, kind: (typeof keyKinds)[number], key: string | undefined): void {
  if (key !== undefined) store.run(`UPDATE api_key_sets SET ${kind} = NULL WHERE ${kind} = ?`, [key]);
}
