/** Objects of the service, field for field as on the wire (wire/endpoints 0). Unknown fields of later releases are dropped. */
import { z } from 'zod';
import { id, parsedJson as json, millis, shownOrAbsent, shownOrNull } from './fields';

const teamFields = {
  id,
  display_name: z.string(),
  profile_image_url: shownOrNull(z.string()),
  client_metadata: json,
  client_read_only_metadata: json,
};

export const clientTeam = z.object(teamFields);
export const serverTeam = z.object({ ...teamFields, server_metadata: json, created_at_millis: millis });

const oauthProviderOfUser = z.object({
  id: z.string(),
  account_id: z.string(),
  email: shownOrAbsent(z.string().nullable()),
});

const userFields = {
  id,
  primary_email: z.string().nullable(),
  primary_email_verified: z.boolean(),
  display_name: z.string().nullable(),
  client_metadata: json,
  client_read_only_metadata: json,
  profile_image_url: shownOrNull(z.string()),
  signed_up_at_millis: millis,
  has_password: z.boolean(),
  auth_with_email: z.boolean(),
  otp_auth_enabled: z.boolean(),
  passkey_auth_enabled: z.boolean(),
  oauth_providers: z.array(oauthProviderOfUser),
  selected_team_id: id.nullable(),
  requires_totp_mfa: z.boolean(),
  is_anonymous: z.boolean(),
  /** From 2.8.59 on: whether the user can't use the project yet. */
  is_restricted: z.boolean().optional(),
  restricted_reason: shownOrAbsent(z.object({ type: z.string() }).nullable()),
  restricted_by_admin: z.boolean().optional(),
  restricted_by_admin_reason: shownOrAbsent(z.string().nullable()),
};

export const clientUser = z.object({ ...userFields, selected_team: clientTeam.nullable() });
export const serverUser = z.object({
  ...userFields,
  selected_team: serverTeam.nullable(),
  primary_email_auth_enabled: z.boolean(),
  last_active_at_millis: millis,
  server_metadata: json,
  restricted_by_admin_private_details: shownOrAbsent(z.string().nullable()),
  country_code: shownOrAbsent(z.string().nullable()),
});

export const session = z.object({
  id,
  user_id: id,
  created_at: millis,
  last_used_at: shownOrAbsent(millis),
  is_impersonation: z.boolean(),
  is_current_session: z.boolean(),
  last_used_at_end_user_ip_info: shownOrAbsent(
    z.object({
      ip: z.string(),
      countryCode: shownOrAbsent(z.string().nullable()),
      regionCode: shownOrAbsent(z.string().nullable()),
      cityName: shownOrAbsent(z.string().nullable()),
      latitude: shownOrAbsent(z.number().nullable()),
      longitude: shownOrAbsent(z.number().nullable()),
      tzIdentifier: shownOrAbsent(z.string().nullable()),
    }),
  ),
});

export const clientProject = z.object({
  id: z.string(),
  display_name: z.string(),
  config: z.object({
    sign_up_enabled: z.boolean(),
    credential_enabled: z.boolean(),
    magic_link_enabled: z.boolean(),
    passkey_enabled: z.boolean(),
    client_team_creation_enabled: z.boolean(),
    client_user_deletion_enabled: z.boolean(),
    allow_user_api_keys: z.boolean(),
    allow_team_api_keys: z.boolean(),
    enabled_oauth_providers: z.array(z.object({ id: z.string() })),
    /** From 2.8.96 on. */
    allow_localhost: z.boolean().optional(),
    /** From 2.8.49 on. */
    domains: z.array(z.object({ domain: z.string(), handler_path: z.string().optional() })).optional(),
  }),
});

/** The response of a sign-in (wire/endpoints 0.11). Never sent over the bridge. */
export const signedIn = z.object({ access_token: z.string(), refresh_token: z.string(), user_id: id, is_new_user: z.boolean().optional() });

/** The response of sign-in methods that may create the user: one-time codes, two-factor authentication, passkeys. */
export const newUserSignedIn = signedIn.required({ is_new_user: true });

/** The response of checking a code without using it (wire/flows 8). */
export const codeIsValid = z.object({ is_code_valid: z.literal(true) });

export const contactChannel = z.object({
  id,
  user_id: id,
  type: z.literal('email'),
  value: z.string(),
  is_primary: z.boolean(),
  is_verified: z.boolean(),
  used_for_auth: z.boolean(),
});

export const jwks = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

export type ClientTeam = z.output<typeof clientTeam>;
export type ServerTeam = z.output<typeof serverTeam>;
export type ClientUser = z.output<typeof clientUser>;
export type ServerUser = z.output<typeof serverUser>;
export type Session = z.output<typeof session>;
export type ContactChannel = z.output<typeof contactChannel>;
export type ClientProject = z.output<typeof clientProject>;
