/** Seeds the two projects of every sandbox with signing keys and key sets. */

import type { Store } from '../database/database';
import { type ProviderId, standardClient } from '../idp/providers';
import { defaultConfigOf, defaultPermissionsOf } from '../projects/project-defaults';
import { type Random, uuid } from '../random';
import { baseline } from '../releases/release';
import { createProjectKey, createSigningKey } from '../sessions/signing-keys';
import { insertKeySet, type ProjectKeys } from '../stores/key-set-store';
import { insertDefaultDefinitions } from '../stores/permission-store';
import { insertProject, type OAuthProvider, type ProjectConfig, updateProject } from '../stores/project-store';

/** ID of the demo project. It is fixed, so that a connection works with every sandbox. */
export const demoProjectId = '5c3e1f0a-6b7d-4e52-9a41-1815121018ad';

/** Practically no expiry. */
const keyTtlMillis = 100 * 365 * 86_400_000;

const shared = (id: string): OAuthProvider => ({ id, type: 'shared', enabled: true });
const standard = (id: ProviderId, enabled = true): OAuthProvider => ({ id, type: 'standard', enabled, ...standardClient(id) });

const openConfig: Omit<ProjectConfig, 'id'> = {
  ...defaultConfigOf(baseline),
  magic_link_enabled: true,
  client_team_creation_enabled: true,
  oauth_providers: ['github', 'google', 'microsoft', 'spotify'].map(shared),
};

/** The service's own project has no custom permissions, so its members get none. */
const internalConfig: Omit<ProjectConfig, 'id'> = {
  ...openConfig,
  team_creator_default_permissions: [],
  team_member_default_permissions: [],
};

const demoConfig: Omit<ProjectConfig, 'id'> = {
  ...openConfig,
  passkey_enabled: true,
  client_user_deletion_enabled: true,
  allow_user_api_keys: true,
  allow_team_api_keys: true,
  oauth_providers: [...openConfig.oauth_providers, standard('apple'), standard('gitlab'), standard('discord', false)],
  domains: [
    { domain: 'https://app.analytical.example', handler_path: '/handler' },
    // Not by HTTPS, which production mode refuses.
    { domain: 'http://staging.analytical.example', handler_path: '/handler' },
  ],
};

const mainProjects = {
  internal: { displayName: 'Stack Dashboard', description: "Stack's admin dashboard", config: internalConfig },
  demo: { displayName: 'Analytical Engines', description: '', config: demoConfig },
};

export type MainProject = keyof typeof mainProjects;

/** Stores one of the two projects with a key set and returns its row key. */
export function seedProject(store: Store, random: Random, name: MainProject, id: string, createdAt: number): number {
  const { displayName, description, config } = mainProjects[name];
  const key = insertProject(store, {
    id,
    display_name: displayName,
    created_at: createdAt,
    config: { id: uuid(random), ...config },
    signing_key: createSigningKey(random),
  });
  updateProject(store, key, { display_name: displayName, description, is_production_mode: false });
  if (id !== 'internal') insertDefaultDefinitions(store, key, defaultPermissionsOf(baseline));
  insertSandboxKeys(store, random, key, createdAt, {});
  return key;
}

/** Stores a key set with all three keys and no expiry: the overrides, and new keys otherwise. */
export function insertSandboxKeys(store: Store, random: Random, project: number, createdAt: number, given: Partial<ProjectKeys>): void {
  insertKeySet(store, {
    id: uuid(random),
    project,
    description: 'Sandbox keys',
    createdAt,
    expiresAt: createdAt + keyTtlMillis,
    publishable_client_key: given.publishable_client_key ?? createProjectKey(random, 'pck'),
    secret_server_key: given.secret_server_key ?? createProjectKey(random, 'ssk'),
    super_secret_admin_key: given.super_secret_admin_key ?? createProjectKey(random, 'sak'),
  });
}

interface SeededProjects {
  readonly internal: number;
  readonly demo: number;
}

/** Stores both projects and returns their row keys. */
export function seedProjects(store: Store, random: Random, now: number, demoId: string): SeededProjects {
  const quarterAgo = now - 91 * 86_400_000;
  return {
    internal: seedProject(store, random, 'internal', 'internal', quarterAgo),
    demo: seedProject(store, random, 'demo', demoId, quarterAgo),
  };
}
