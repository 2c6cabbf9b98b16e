/** Default settings of new projects (wire/limits 6). */
import type { Release } from '../releases/release';
import type { DefaultPermissions } from '../stores/permission-store';
import type { ProjectConfig } from '../stores/project-store';

const defaultConfig: Omit<ProjectConfig, 'id' | 'team_creator_default_permissions' | 'team_member_default_permissions'> = {
  allow_localhost: true,
  sign_up_enabled: true,
  credential_enabled: true,
  magic_link_enabled: false,
  passkey_enabled: false,
  client_team_creation_enabled: false,
  client_user_deletion_enabled: false,
  allow_user_api_keys: false,
  allow_team_api_keys: false,
  create_team_on_sign_up: false,
  oauth_providers: [],
  domains: [],
  email_config: { type: 'shared' },
  user_default_permissions: [],
  oauth_account_merge_strategy: 'link_method',
};

/** Returns the IDs and descriptions of the permissions that every new project has (wire/newer 1, 2.8.11, wire/endpoints 6.1). */
export function defaultPermissionsOf(release: Release): DefaultPermissions {
  return release.has('listed-providers')
    ? { creator: 'team_admin', member: 'team_member', creatorDescription: 'Default permission for team admins' }
    : { creator: 'admin', member: 'member', creatorDescription: 'Default permission for team creators' };
}

/** Returns the settings of a new project. */
export function defaultConfigOf(release: Release): Omit<ProjectConfig, 'id'> {
  const { creator, member } = defaultPermissionsOf(release);
  return { ...defaultConfig, team_creator_default_permissions: [{ id: creator }], team_member_default_permissions: [{ id: member }] };
}
