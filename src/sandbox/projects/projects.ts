/** Endpoints of projects and their public keys (wire/endpoints 7). */

import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import {
  type adminProject,
  configUpdate,
  oauthProviderIds,
  projectCreation,
  projectUpdate,
  providerUpdate,
  smtpFields,
} from '#contract/service/models/project-models.ts';
import type { ClientProject } from '#contract/service/models/user-models.ts';
import type { Store } from '../database/database';
import type { CheckedRequest, Handler } from '../http/context';
import { knownError, plainFailure } from '../http/failures';
import { reply } from '../http/respond';
import { uuid } from '../random';
import { createSigningKey, toPublicJwk } from '../sessions/signing-keys';
import {
  countUsers,
  deleteProject,
  findProject,
  findProjects,
  insertProject,
  type Project,
  type ProjectConfig,
} from '../stores/project-store';
import type { UserRow } from '../stores/user-store';
import { defaultConfig } from './project-defaults';
import { addOwner, ownedProjects, removeFromOwners } from './project-owners';
import { applyProjectUpdate } from './project-update';

/** Schemas of project updates in the baseline, which is stricter than newer releases (wire/endpoints 7). */
type Found = z.core.ParsePayload<Readonly<Record<string, unknown>>>;

/** Adds an issue for each field that is missing or empty and has none yet. */
function requireFilled(found: Found, fields: readonly string[]): void {
  const wrong = new Set(found.issues.map(({ path }) => path?.[0]));
  for (const field of fields) {
    const value = found.value[field];
    if ((value !== undefined && value !== '') || wrong.has(field)) continue;
    found.issues.push({ code: 'custom', path: [field], input: value, params: { line: 'must not be empty' } });
  }
}

/** A disabled standard provider without keys is valid here and fails later. */
const provider = providerUpdate
  .extend({ id: z.enum(oauthProviderIds), enabled: z.boolean(), client_id: z.string().optional(), client_secret: z.string().optional() })
  .check((found) => {
    if (found.value.type === 'standard' && found.value.enabled) requireFilled(found, ['client_id', 'client_secret']);
  });

const smtp = z.strictObject({ type: z.enum(['shared', 'standard']), ...smtpFields, password: z.string().max(70) });

/** Fields of a custom server, in the order in which the service reports missing ones. */
const requiredFields = ['host', 'port', 'username', 'password', 'sender_name', 'sender_email'];

/** Ignores fields of a custom server with `shared`. */
const emailConfig = smtp
  .partial()
  .required({ type: true })
  .check((found) => {
    if (found.value.type === 'standard') requireFilled(found, requiredFields);
  });

const config = configUpdate.extend({ oauth_providers: z.array(provider).optional(), email_config: emailConfig.optional() });

const projectUpdateBody = projectUpdate.extend({ config: config.optional() });
const projectCreationBody = projectCreation.omit({ owner_team_id: true }).extend({ config: config.optional() });

/** Returns the client object; the admin object with admin access up to 2.8.4. */
export const currentProject: Handler<RowOf<'projects.current'>> = {
  async run({ caller, store, project }) {
    return reply(caller.access === 'admin' ? toAdminProject(store, project) : toClientProject(project));
  },
};

export const readProject: Handler<RowOf<'projects.read'>> = {
  async run({ store, project }) {
    return reply(toAdminProject(store, project));
  },
};

export const updateAnyProject: Handler<RowOf<'projects.update'>> = {
  accepts: { server: { body: projectUpdateBody } },
  async run({ store, project, body }) {
    store.transaction(() => applyProjectUpdate(store, project, body));
    return reply(toAdminProject(store, stored(store, project.id)));
  },
};

export const deleteCurrentProject: Handler<RowOf<'projects.delete'>> = {
  async run({ store, project }) {
    store.transaction(() => {
      deleteProject(store, project.key);
      removeFromOwners(store, project.id);
    });
    return reply({ success: true as const });
  },
};

/** Lists the signed-in user's projects, newest first. IDs of deleted projects are ignored. */
export const listOwnProjects: Handler<RowOf<'projects.list'>> = {
  async run(call) {
    const items = findProjects(call.store, ownedProjects(requireOwner(call)));
    return reply({ items: items.map((project) => toAdminProject(call.store, project)), is_paginated: false as const });
  },
};

/** Creates a project from the defaults of wire/limits 6 and the request. It has no keys. */
export const createProject: Handler<RowOf<'projects.create'>> = {
  accepts: { client: { body: projectCreationBody }, server: { body: projectCreationBody } },
  async run(call) {
    const { store, clock, random, body } = call;
    const owner = requireOwner(call);
    const id = uuid(random);
    store.transaction(() => {
      insertProject(store, {
        id,
        display_name: body.display_name,
        created_at: clock.now(),
        config: { id: uuid(random), ...defaultConfig },
        signing_key: createSigningKey(random),
      });
      applyProjectUpdate(store, stored(store, id), body);
      addOwner(store, owner, id);
    });
    return reply(toAdminProject(store, stored(store, id)), 201);
  },
};

function requireOwner({ caller, project }: Pick<CheckedRequest<RowOf<'projects.list'>>, 'caller' | 'project'>): UserRow {
  if (caller.user === null) throw knownError('USER_AUTHENTICATION_REQUIRED');
  if (project.id !== 'internal') throw knownError('EXPECTED_INTERNAL_PROJECT');
  return caller.user;
}

function stored(store: Store, id: string): Project {
  const project = findProject(store, id);
  if (project === undefined) throw new Error(`The project ${id} doesn’t exist.`);
  return project;
}

export const jwks: Handler<RowOf<'projects.jwks'>> = {
  ignoresQuery: true,
  async run({ store, params }) {
    const project = findProject(store, params.project_id);
    if (project === undefined) throw plainFailure(404, 'Project not found');
    return reply({ keys: [toPublicJwk(project.signing_key)] });
  },
};

/** Project objects of the API (wire/endpoints 0). */
function toClientProject({ id, display_name, config }: Project): ClientProject {
  return {
    id,
    display_name,
    config: {
      sign_up_enabled: config.sign_up_enabled,
      credential_enabled: config.credential_enabled,
      magic_link_enabled: config.magic_link_enabled,
      passkey_enabled: config.passkey_enabled,
      client_team_creation_enabled: config.client_team_creation_enabled,
      client_user_deletion_enabled: config.client_user_deletion_enabled,
      allow_user_api_keys: config.allow_user_api_keys,
      allow_team_api_keys: config.allow_team_api_keys,
      enabled_oauth_providers: enabledProviders(config),
    },
  };
}

/** Returns the admin object of a project, with all settings and secrets (wire/endpoints 0.8). */
function toAdminProject(store: Store, { key, config, ...project }: Project): z.input<typeof adminProject> {
  return {
    id: project.id,
    display_name: project.display_name,
    description: project.description,
    created_at_millis: project.created_at,
    user_count: countUsers(store, key),
    is_production_mode: project.is_production_mode,
    config: {
      ...config,
      oauth_providers: byId(config.oauth_providers),
      enabled_oauth_providers: enabledProviders(config),
      domains: [...config.domains],
      team_creator_default_permissions: byId(config.team_creator_default_permissions),
      team_member_default_permissions: byId(config.team_member_default_permissions),
      user_default_permissions: byId(config.user_default_permissions),
    },
  };
}

function enabledProviders(config: ProjectConfig): { id: string }[] {
  return byId(config.oauth_providers.filter((provider) => provider.enabled).map(({ id }) => ({ id })));
}

function byId<T extends { readonly id: string }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
}
