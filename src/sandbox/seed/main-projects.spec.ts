import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../database/database';
import { openStore } from '../service/open-store';
import { findUsableKeySet, isValidKey } from '../stores/key-set-store';
import { deleteProject, findProject } from '../stores/project-store';
import { type KeyOverrides, openMainProjects, ProjectMismatch } from './main-projects';
import { createRepeatableRandom } from './repeatable-random';
import { demoProjectId } from './seed-projects';

const random = createRepeatableRandom(3);
const now = Date.UTC(2025, 3, 9, 12);
const none: KeyOverrides = { demo: {}, internal: {} };

const storeFor = (projectId?: string) =>
  openStore({ seed: { kind: 'empty', users: 1, ...(projectId ? { projectId } : {}) }, random, now, onNotice: () => undefined });

let store: Store;
beforeEach(async () => {
  store = await storeFor();
});

const open = (keys: KeyOverrides = none, projectId?: string) => openMainProjects(store, random, now, { keys, projectId });
const sets = () => store.one<{ count: number }>('SELECT count(*) AS count FROM api_key_sets')?.count;

describe('the two projects', () => {
  it('are the seeded ones, with their keys', () => {
    expect(open()).toEqual({
      internal: { project_id: 'internal', ...findUsableKeySet(store, 'internal', now) },
      demo: { project_id: demoProjectId, ...findUsableKeySet(store, demoProjectId, now) },
    });
    expect(sets()).toBe(2);
  });

  it('are created again if deleted, and get new keys if theirs were revoked', () => {
    const before = open();
    deleteProject(store, findProject(store, demoProjectId)?.key ?? 0);
    store.run('UPDATE api_key_sets SET revoked_at = 1');
    const after = open();
    expect(after.demo.project_id).toBe(demoProjectId);
    for (const name of ['internal', 'demo'] as const) {
      expect(after[name].secret_server_key).not.toBe(before[name].secret_server_key);
      expect(isValidKey(store, after[name].project_id, 'server', after[name].secret_server_key, now)).toBe(true);
    }
    expect(open()).toEqual(after);
  });

  it('use the overridden keys and keep the others, also after a second start', () => {
    const keys = { demo: { publishable_client_key: 'pck-given', super_secret_admin_key: 'sak-given' }, internal: {} };
    const opened = open(keys);
    expect(opened.demo).toMatchObject(keys.demo);
    expect(opened.demo.secret_server_key).toMatch(/^ssk_/);
    expect(isValidKey(store, demoProjectId, 'admin', 'sak-given', now)).toBe(true);
    const count = sets();
    expect([open(keys), sets()]).toEqual([opened, count]);
  });

  it('take over a key from another set, also a revoked one', () => {
    const given = { secret_server_key: 'wandering' };
    open({ demo: given, internal: {} });
    open({ demo: {}, internal: given });
    expect(isValidKey(store, demoProjectId, 'server', 'wandering', now)).toBe(false);
    store.run('UPDATE api_key_sets SET revoked_at = 1 WHERE secret_server_key = ?', ['wandering']);
    open({ demo: {}, internal: given });
    expect(isValidKey(store, 'internal', 'server', 'wandering', now)).toBe(true);
  });

  it('have the requested ID, in separate data', async () => {
    const id = '11111111-2222-4333-8444-555555555555';
    store = await storeFor(id);
    expect(open(none, id).demo.project_id).toBe(id);
    expect(open().demo.project_id).toBe(id);
    expect(() => open(none, demoProjectId)).toThrow(ProjectMismatch);
    expect(() => open(none, demoProjectId)).toThrow(
      `The data folder holds the project ${id}: leave the project id out, or use another folder.`,
    );
  });
});
