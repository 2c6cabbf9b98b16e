/** User objects of the API (wire/endpoints 0). */
import type { AccessType } from '#contract/definitions.ts';
import type { ClientUser, ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import { parseJsonColumn } from '../database/columns';
import type { Release } from '../releases/release';
import { restrictionOf } from '../sessions/claims';
import { shownUrl } from '../stores/file-store';
import type { Project } from '../stores/project-store';
import type { UserRow } from '../stores/user-store';

type Context = { readonly release: Release; readonly project: Project; readonly baseUrl: string };

function toClientUser(context: Context, user: UserRow): ClientUser {
  const team = selectedTeam(context, user);
  const { server_metadata: _metadata, created_at_millis: _created, ...shownTeam } = team ?? ({} as ServerTeam);
  return { ...commonFields(context, user), selected_team: team && shownTeam };
}

/** Returns the object for servers, with the fields of the release (wire/later 1). */
export function toServerUser(context: Context, user: UserRow): ServerUser {
  const { release } = context;
  return {
    ...commonFields(context, user),
    selected_team: selectedTeam(context, user),
    primary_email_auth_enabled: user.email_used_for_auth === 1,
    last_active_at_millis: user.last_active_at,
    server_metadata: parseJsonColumn(user.server_metadata),
    ...(release.has('restricted-by-admin') ? { restricted_by_admin_private_details: user.restricted_details } : {}),
    ...(release.has('risk-scores') ? { country_code: user.country_code, ...riskScores(user) } : {}),
  };
}

/** Scores that nothing computes here, unless a server set them. */
function riskScores({ risk_scores }: UserRow): { readonly risk_scores: unknown } {
  return { risk_scores: JSON.parse(risk_scores ?? '{"sign_up":{"bot":0,"free_trial_abuse":0}}') };
}

/** Returns the signed-in user: the server object from server access on. */
export function toOwnUser(context: Context, user: UserRow, access: AccessType | null): ClientUser {
  return access === 'client' ? toClientUser(context, user) : toServerUser(context, user);
}

function selectedTeam({ baseUrl }: Context, user: UserRow): ServerTeam | null {
  if (user.selected_team === null) return null;
  const team: ServerTeam = JSON.parse(user.selected_team);
  return { ...team, profile_image_url: shownUrl(baseUrl, team.profile_image_url) };
}

function commonFields(context: Context, user: UserRow) {
  const { release, project, baseUrl } = context;
  const type = restrictionOf(release, project, user);
  const team = selectedTeam(context, user);
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
    profile_image_url: shownUrl(baseUrl, user.profile_image_url),
    signed_up_at_millis: user.signed_up_at,
    has_password: hasPassword,
    auth_with_email: hasPassword || otp,
    otp_auth_enabled: otp,
    passkey_auth_enabled: user.passkey !== null,
    oauth_providers: accounts,
    selected_team_id: team?.id ?? null,
    requires_totp_mfa: user.totp_secret !== null,
    is_anonymous: user.is_anonymous === 1,
    ...(release.has('restricted-users') ? { is_restricted: type !== null, restricted_reason: type && { type } } : {}),
    ...(release.has('restricted-by-admin')
      ? { restricted_by_admin: user.restricted_by_admin === 1, restricted_by_admin_reason: user.restricted_reason }
      : {}),
  };
}
