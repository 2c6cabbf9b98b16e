/** Project objects of the API (wire/endpoints 0). */
import type { z } from 'zod';
import type { ClientProject } from '../../contract/service/models/models';
import type { adminProject } from '../../contract/service/models/project-models';
import type { Store } from '../database/database';
import { countUsers, type Project, type ProjectConfig } from './project-store';

export function toClientProject({ id, display_name, config }: Project): ClientProject {
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
export function toAdminProject(store: Store, { key, config, ...project }: Project): z.input<typeof adminProject> {
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
