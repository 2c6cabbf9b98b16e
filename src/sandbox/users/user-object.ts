/** User objects of the API (wire/endpoints 0). */
import type { AccessType } from '#contract/definitions.ts';
import type { ClientUser, ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import { parseJsonColumn } from '../database/columns';
import type { UserRow } from '../stores/user-store';

function toClientUser(user: UserRow): ClientUser {
  const team = selectedTeam(user);
  const { server_metadata: _metadata, created_at_millis: _created, ...shownTeam } = team ?? ({} as ServerTeam);
  return { ...commonFields(user), selected_team: team && shownTeam };
}

export function toServerUser(user: UserRow): ServerUser {
  return {
    ...commonFields(user),
    selected_team: selectedTeam(user),
    primary_email_auth_enabled: user.email_used_for_auth === 1,
    last_active_at_millis: user.last_active_at,
    server_metadata: parseJsonColumn(user.server_metadata),
  };
}

/** Returns the signed-in user: the server object from server access on. */
export function toOwnUser(user: UserRow, access: AccessType | null): ClientUser {
  return access === 'client' ? toClientUser(user) : toServerUser(user);
}

function selectedTeam(user: UserRow): ServerTeam | null {
  return user.selected_team === null ? null : JSON.parse(user.selected_team);
}

function commonFields(user: UserRow) {
  const team = selectedTeam(user);
  const hasPassword = user.password_hash !== null;
  const otp = user.otp_enabled === 1;
  const accounts: ClientUser['oauth_providers'] = JSON.parse(user.oauth_accounts);
  return {
    id: user.id,
    primary_email: user.email,
    primary_email_verified: user.email_verified === 1,
    display_name: user.display_name,
    client_metadata: parseJsonColumn(user.client_metadata),
    client_read_only_metadata: parseJsonColumn(user.client_read_only_metadata),
    profile_image_url: user.profile_image_url,
    signed_up_at_millis: user.signed_up_at,
    has_password: hasPassword,
    auth_with_email: hasPassword || otp,
    otp_auth_enabled: otp,
    passkey_auth_enabled: user.passkey !== null,
    oauth_providers: accounts,
    selected_team_id: team?.id ?? null,
    requires_totp_mfa: user.totp_secret !== null,
    is_anonymous: user.is_anonymous === 1,
  };
}
