/** Objects of the API (wire/endpoints 0). */
import type { z } from 'zod';
import type { AccessType } from '../../contract/kit';
import type { JsonValue } from '../../contract/service/fields';
import type { ClientProject, ClientTeam, ClientUser, ContactChannel, ServerTeam, ServerUser, Session } from '../../contract/service/models';
import type { adminProject as adminProjectModel } from '../../contract/service/project-models';
import type { ChannelRow } from '../contact-channels/contact-channel-store';
import type { Store } from '../database/database';
import { countUsers, type Project, type ProjectConfig } from '../projects/project-store';
import type { SessionRow } from '../sessions/session-store';
import type { TeamRow } from '../teams/team-store';
import type { UserRow } from '../users/user-store';
import type { Caller } from './context';

function json(text: string | null): JsonValue {
  return text === null ? null : JSON.parse(text);
}

export function clientTeam(team: TeamRow): ClientTeam {
  return {
    id: team.id,
    display_name: team.display_name,
    profile_image_url: team.profile_image_url,
    client_metadata: json(team.client_metadata),
    client_read_only_metadata: json(team.client_read_only_metadata),
  };
}

export function serverTeam(team: TeamRow): ServerTeam {
  return { ...clientTeam(team), server_metadata: json(team.server_metadata), created_at_millis: team.created_at };
}

export function clientUser(user: UserRow): ClientUser {
  const team = selectedTeam(user);
  const { server_metadata: _metadata, created_at_millis: _created, ...shownTeam } = team ?? ({} as ServerTeam);
  return { ...commonFields(user), selected_team: team && shownTeam };
}

export function serverUser(user: UserRow): ServerUser {
  return {
    ...commonFields(user),
    selected_team: selectedTeam(user),
    primary_email_auth_enabled: user.email_used_for_auth === 1,
    last_active_at_millis: user.last_active_at,
    server_metadata: json(user.server_metadata),
  };
}

/** Returns the signed-in user: the server object from server access on. */
export function ownUser(user: UserRow, access: AccessType | null): ClientUser {
  return access === 'client' ? clientUser(user) : serverUser(user);
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
    client_metadata: json(user.client_metadata),
    client_read_only_metadata: json(user.client_read_only_metadata),
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

export function session(row: SessionRow, caller: Caller): Session {
  return {
    id: row.id,
    user_id: row.user_id,
    created_at: row.created_at,
    ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at }),
    is_impersonation: row.is_impersonation === 1,
    is_current_session: row.id === caller.sessionId,
    ...(row.ip_info === null ? {} : { last_used_at_end_user_ip_info: JSON.parse(row.ip_info) }),
  };
}

export function contactChannel(row: ChannelRow): ContactChannel {
  return {
    id: row.id,
    user_id: row.user_id,
    type: 'email',
    value: row.value,
    is_primary: row.is_primary === 1,
    is_verified: row.is_verified === 1,
    used_for_auth: row.used_for_auth === 1,
  };
}

export function clientProject({ id, display_name, config }: Project): ClientProject {
  return {
    id,
    display_name,
    config: {
      sign_up_enabled: config.sign_up_enabled,
      credential_enabled: config.credential_enabled,
      magic_link_enabled: config.magic_link_enabled,
      passkey_enabled: config.passkey_enabled,
      client_team_creation_enabled: config.client_team_creation_enabled,
      client_user_deletion_enabled: config.client_user_deletion_enabled,
      allow_user_api_keys: config.allow_user_api_keys,
      allow_team_api_keys: config.allow_team_api_keys,
      enabled_oauth_providers: enabledProviders(config),
    },
  };
}

/** Returns the admin object of a project, with all settings and secrets (wire/endpoints 0.8). */
export function adminProject(store: Store, { key, config, ...project }: Project): z.input<typeof adminProjectModel> {
  return {
    id: project.id,
    display_name: project.display_name,
    description: project.description,
    created_at_millis: project.created_at,
    user_count: countUsers(store, key),
    is_production_mode: project.is_production_mode,
    config: {
      ...config,
      oauth_providers: byId(config.oauth_providers),
      enabled_oauth_providers: enabledProviders(config),
      domains: [...config.domains],
      team_creator_default_permissions: byId(config.team_creator_default_permissions),
      team_member_default_permissions: byId(config.team_member_default_permissions),
      user_default_permissions: byId(config.user_default_permissions),
    },
  };
}

function enabledProviders(config: ProjectConfig): { id: string }[] {
  return byId(config.oauth_providers.filter((provider) => provider.enabled).map(({ id }) => ({ id })));
}

function byId<T extends { readonly id: string }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
}
