/** A project as the service returns it to its admin (wire/endpoints 0.8). */
import { sampleProject } from '../support/samples/sample-project';

const { enabled_oauth_providers, ...switches } = sampleProject.config;

export const sampleAdminProject = {
  id: sampleProject.id,
  display_name: 'Analytical Engines',
  description: 'Everything around the engines: the shop, the workshop, and the letters.',
  created_at_millis: 1_744_192_800_000,
  is_production_mode: false,
  config: {
    ...switches,
    create_team_on_sign_up: false,
    allow_localhost: true,
    oauth_providers: [],
    enabled_oauth_providers,
    domains: [{ domain: 'https://app.analytical.example', handler_path: '/handler' }],
    email_config: { type: 'shared' },
    team_creator_default_permissions: [{ id: 'admin' }],
    team_member_default_permissions: [{ id: 'member' }],
    user_default_permissions: [],
    oauth_account_merge_strategy: 'link_method',
  },
};
