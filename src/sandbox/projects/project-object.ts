/** Project objects of the API (wire/endpoints 0.8, wire/newer 1, wire/later 8). */
import type { z } from 'zod';
import type { adminProject } from '#contract/service/models/project-models.ts';
import type { ClientProject } from '#contract/service/models/user-models.ts';
import { defaultThemeId } from '../configuration/default-emails';
import type { SandboxContext } from '../http/context';
import type { Release } from '../releases/release';
import { shownUrl } from '../stores/file-store';
import { findPermission, type Scope } from '../stores/permission-store';
import { countUsers, type OAuthProvider, type Project, type ProjectConfig } from '../stores/project-store';

type Context = Pick<SandboxContext, 'store' | 'release' | 'baseUrl'>;
type LogoName = 'logo_url' | 'logo_full_url' | 'logo_dark_mode_url' | 'logo_full_dark_mode_url';

export function toClientProject({ release }: Context, project: Project): ClientProject {
  const { id, display_name, config } = project;
  return {
    id,
    display_name,
    ...(release.has('project-warnings') ? { ...developmentField(project), ...noWarnings } : {}),
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
      ...(release.has('client-domains') ? { domains: domainsOf(release, config) } : {}),
      ...(release.has('client-allow-localhost') ? { allow_localhost: config.allow_localhost } : {}),
    },
  };
}

/** Returns the admin object of a project, with all settings and secrets. */
export function toAdminProject(context: Context, project: Project): z.input<typeof adminProject> {
  const { store, release } = context;
  const { later, id: configId, ...config } = project.config;
  // Defaults that aren't defined are left out where they are keys of the configuration (wire/later 7.4).
  const isDefined = (scope: Scope, id: string) =>
    !release.has('config-override') || findPermission(store, project.key, id, scope) !== undefined;
  const defaultsOf = (scope: Scope, defaults: readonly { readonly id: string }[]) =>
    byId(defaults.filter(({ id }) => isDefined(scope, id)));
  return {
    id: project.id,
    display_name: project.display_name,
    description: project.description,
    created_at_millis: project.created_at,
    ...(release.has('no-user-count') ? {} : { user_count: countUsers(store, project.key) }),
    is_production_mode: project.is_production_mode,
    ...laterFields(context, project),
    config: {
      ...(release.has('listed-providers') ? {} : { id: configId }),
      ...config,
      oauth_providers: providersOf(release, config.oauth_providers),
      enabled_oauth_providers: enabledProviders(config),
      domains: domainsOf(release, config),
      ...(release.has('email-theme') ? { email_theme: later?.themeId ?? defaultThemeId } : {}),
      team_creator_default_permissions: defaultsOf('team', config.team_creator_default_permissions),
      team_member_default_permissions: defaultsOf('team', config.team_member_default_permissions),
      user_default_permissions: defaultsOf('project', config.user_default_permissions),
    },
  };
}

function laterFields({ release, baseUrl }: Pick<Context, 'release' | 'baseUrl'>, { owner_team, appearance }: Project) {
  const logoOf = (name: LogoName) => shownUrl(baseUrl, appearance[name] ?? null);
  const logo_full_url = logoOf('logo_full_url');
  return {
    ...(release.has('owner-team') ? { owner_team_id: owner_team } : {}),
    ...(release.has('logo') ? { logo_url: logoOf('logo_url') } : {}),
    ...(release.has('full-logo') ? { full_logo_url: logo_full_url } : {}),
    ...(release.has('four-logos')
      ? { logo_full_url, logo_dark_mode_url: logoOf('logo_dark_mode_url'), logo_full_dark_mode_url: logoOf('logo_full_dark_mode_url') }
      : {}),
    ...(release.has('onboarding-status') ? { onboarding_status: appearance.onboarding_status ?? 'completed' } : {}),
    ...(release.has('development-environment') ? developmentField({ appearance }) : {}),
    ...(release.has('project-warnings') ? noWarnings : {}),
  };
}

/** What the service finds wrong in a configuration that was pushed (wire/hexclave 4.3). */
const noWarnings = { pushed_config_error: null, config_warnings: [] };

function developmentField({ appearance }: Pick<Project, 'appearance'>) {
  return { is_development_environment: appearance.is_development_environment ?? false };
}

/** Lists all providers up to 2.8.10, and then the enabled ones without saying so. */
function providersOf(release: Release, providers: readonly OAuthProvider[]) {
  if (!release.has('listed-providers')) return byId(providers);
  const listed = byId(providers).filter(({ enabled }) => enabled);
  return listed.map(({ id, provider = id, enabled: _enabled, ...fields }) => ({
    id: provider,
    ...(release.has('provider-config-ids') ? { provider_config_id: id } : {}),
    ...fields,
  }));
}

function domainsOf(release: Release, { domains }: Pick<ProjectConfig, 'domains'>) {
  if (!release.has('listed-providers')) return [...domains];
  return [...domains].sort((one, other) => (one.domain < other.domain ? -1 : 1));
}

function enabledProviders(config: Pick<ProjectConfig, 'oauth_providers'>): { id: string }[] {
  return byId(config.oauth_providers.filter(({ enabled }) => enabled).map(({ id, provider = id }) => ({ id: provider })));
}

function byId<T extends { readonly id: string }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
}
