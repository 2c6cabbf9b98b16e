/** A user as the service returns it to a client (wire/endpoints 0.1), for fake services in tests and benchmarks. */
import type { ClientUser, ServerUser } from '#contract/service/models/user-models.ts';

export const sampleUser: ClientUser = {
  id: '3241a285-8329-4d69-8f3d-316e08cf140c',
  primary_email: 'ada.lovelace@example.com',
  primary_email_verified: true,
  display_name: 'Ada',
  client_metadata: { plan: 'analytical', seats: 12 },
  client_read_only_metadata: null,
  profile_image_url: null,
  signed_up_at_millis: 1_763_000_000_000,
  has_password: true,
  auth_with_email: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  oauth_providers: [],
  selected_team_id: null,
  selected_team: null,
  requires_totp_mfa: false,
  is_anonymous: false,
};

/** The same user as the service returns it to a server. */
export const sampleServerUser: ServerUser = {
  ...sampleUser,
  selected_team: null,
  primary_email_auth_enabled: true,
  last_active_at_millis: 1_763_500_000_000,
  server_metadata: { plan: 'team', crm: { account: 'A-1' } },
};
