/** The configuration of a project as the service returns it to its admin (wire/endpoints 0.8), without providers and domains. */
import type { AdminProject } from '#contract/service/models/project-models.ts';

export const sampleAdminConfig = {
  sign_up_enabled: true,
  credential_enabled: true,
  magic_link_enabled: false,
  passkey_enabled: false,
  client_team_creation_enabled: false,
  client_user_deletion_enabled: false,
  allow_user_api_keys: false,
  allow_team_api_keys: false,
  create_team_on_sign_up: false,
  allow_localhost: true,
  oauth_providers: [],
  enabled_oauth_providers: [],
  domains: [],
  email_config: { type: 'shared' },
  team_creator_default_permissions: [],
  team_member_default_permissions: [],
  user_default_permissions: [],
  oauth_account_merge_strategy: 'link_method',
} satisfies AdminProject['config'];
