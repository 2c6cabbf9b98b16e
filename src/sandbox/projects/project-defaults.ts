/** Default settings of new projects (wire/limits 6). */
import type { ProjectConfig } from '../stores/project-store';

export const defaultConfig: Omit<ProjectConfig, 'id'> = {
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
  team_creator_default_permissions: [{ id: 'admin' }],
  team_member_default_permissions: [{ id: 'member' }],
  user_default_permissions: [],
  oauth_account_merge_strategy: 'link_method',
};
