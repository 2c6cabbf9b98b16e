/** The values of fields of an exported row. */
import type { ExportFieldKey } from '#contract/export/export-fields.ts';
import { isoTime } from '#contract/export/iso-time.ts';
import { type MetadataPath, parseMetadataPath, valueAt } from '#contract/query/metadata-path.ts';
import type { KeySet } from '#contract/service/models/api-key-models.ts';
import type { PermissionDefinition } from '#contract/service/models/team-models.ts';
import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';

/** An email as both lists of the service have it. */
export interface ExportedEmail {
  readonly id: string;
  readonly sentAtMillis: number | null;
  readonly to: readonly string[];
  readonly subject: string | null;
  readonly status: string;
  readonly error: string | null;
}

/** A row before its fields are chosen. Joined fields are undefined where they weren't read. */
export type ExportRow =
  | { readonly kind: 'user'; readonly user: ServerUser; readonly teams?: readonly string[]; readonly permissions?: readonly string[] }
  | {
      readonly kind: 'member';
      readonly user: ServerUser;
      readonly team: Pick<ServerTeam, 'id' | 'display_name'>;
      readonly permissions?: readonly string[];
    }
  | { readonly kind: 'team'; readonly team: ServerTeam }
  | { readonly kind: 'email'; readonly email: ExportedEmail }
  | { readonly kind: 'key-set'; readonly set: KeySet }
  | { readonly kind: 'permission'; readonly scope: 'team' | 'project'; readonly definition: PermissionDefinition };

/** A value of a file: JSON as it is, times in ISO form, lists of texts, and null for nothing. */
type ExportValue = unknown;

type Values = Readonly<Record<string, ExportValue>>;

/** Returns a function that returns the values of a row for these fields, in their order. */
export function valuesOf(fields: readonly string[]): (row: ExportRow) => readonly ExportValue[] {
  const paths = fields.map((field) => {
    const parsed = field.includes('.') ? parseMetadataPath(field) : null;
    return typeof parsed === 'object' && parsed !== null ? parsed : field;
  });
  return (row) => {
    const fixed = fixedValues(row);
    return paths.map((path) => (typeof path === 'string' ? (fixed[path] ?? null) : (metadataAt(row, path) ?? null)));
  };
}

function metadataAt(row: ExportRow, path: MetadataPath): ExportValue {
  if (row.kind === 'team') return valueAt(row.team, path);
  return row.kind === 'user' || row.kind === 'member' ? valueAt(row.user, path) : undefined;
}

function fixedValues(row: ExportRow): Values {
  switch (row.kind) {
    case 'user':
      return { ...userValues(row.user), teams: row.teams, permissions: row.permissions };
    case 'member': {
      const { id, ...rest } = userValues(row.user);
      return { ...rest, user_id: id, team_id: row.team.id, team_name: row.team.display_name, permissions: row.permissions };
    }
    case 'team':
      return { ...row.team, created_at: isoTime(row.team.created_at_millis) };
    case 'email': {
      const { sentAtMillis, to, ...rest } = row.email;
      return { ...rest, sent_at: isoTime(sentAtMillis), to };
    }
    case 'key-set':
      return keySetValues(row.set);
    case 'permission': {
      const { contained_permission_ids, ...rest } = row.definition;
      return { ...rest, scope: row.scope, contained_permission_ids };
    }
  }
}

function userValues(user: ServerUser): Values & Partial<Record<ExportFieldKey, ExportValue>> {
  return {
    id: user.id,
    primary_email: user.primary_email,
    display_name: user.display_name,
    email_verified: user.primary_email !== null && user.primary_email_verified,
    signed_up_at: isoTime(user.signed_up_at_millis),
    last_active_at: isoTime(user.last_active_at_millis),
    auth_methods: signInMethods(user),
    is_anonymous: user.is_anonymous,
    is_restricted: user.is_restricted,
    country_code: user.country_code,
    profile_image_url: user.profile_image_url,
    client_metadata: user.client_metadata,
    client_read_only_metadata: user.client_read_only_metadata,
    server_metadata: user.server_metadata,
  };
}

/** Returns sign-in methods by the names that queries use. */
function signInMethods(user: ServerUser): string[] {
  return [
    ...user.oauth_providers.map(({ id }) => `oauth:${id}`),
    ...(user.has_password ? ['password'] : []),
    ...(user.otp_auth_enabled ? ['one-time-code'] : []),
    ...(user.passkey_auth_enabled ? ['passkey'] : []),
    ...(user.requires_totp_mfa ? ['two-factor'] : []),
  ];
}

/** Of keys, only how they end is known. */
function keySetValues(set: KeySet): Values {
  return {
    id: set.id,
    description: set.description,
    created_at: isoTime(set.created_at_millis),
    expires_at: isoTime(set.expires_at_millis),
    revoked_at: isoTime(set.manually_revoked_at_millis),
    publishable_key_ending: set.publishable_client_key?.last_four,
    server_key_ending: set.secret_server_key?.last_four,
    admin_key_ending: set.super_secret_admin_key?.last_four,
  };
}
