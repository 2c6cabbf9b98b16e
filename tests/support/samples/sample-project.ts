/** A project as the service returns it to a client (wire/endpoints 0.8), for fake services. */
import type { ClientProject } from '#contract/service/models/user-models.ts';

export const sampleProject: ClientProject = {
  id: '7c0f5a52-51a7-4b8e-9f0d-3f6d6f7a1b2c',
  display_name: 'Shop',
  config: {
    sign_up_enabled: true,
    credential_enabled: true,
    magic_link_enabled: true,
    passkey_enabled: true,
    client_team_creation_enabled: true,
    client_user_deletion_enabled: true,
    allow_user_api_keys: true,
    allow_team_api_keys: true,
    enabled_oauth_providers: [],
  },
};
