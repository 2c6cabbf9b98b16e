/** Project updates and their rules (wire/endpoints 7, up to 2.8.10; wire/newer 1, from 2.8.11 on). */
import { type ProjectUpdate, sharedProviderIds } from '#contract/service/models/project-models.ts';
import { changeSettings } from '../configuration/project-config';
import type { Store } from '../database/database';
import { themesOf } from '../emails/stored-templates';
import type { SandboxContext } from '../http/context';
import { knownError, plainFailure, serviceFault } from '../http/failures';
import { requireSecretText } from '../http/requirements';
import { storedLogo } from '../http/stored-images';
import { listOwnTemplates } from '../stores/email-store';
import { findPermission } from '../stores/permission-store';
import {
  type Appearance,
  type EmailConfig,
  type OAuthProvider,
  type Project,
  type ProjectConfig,
  updateAppearance,
  updateProject,
} from '../stores/project-store';

type ConfigUpdate = NonNullable<ProjectUpdate['config']>;
type UpdateContext = Pick<SandboxContext, 'store' | 'release' | 'random' | 'baseUrl'>;

/** An update with what later releases accept, which the schema of the release has checked. */
export type LaterProjectUpdate = Omit<ProjectUpdate, 'config'> & LaterUpdate;

/** Fields that later releases accept besides (wire/later 8). */
interface LaterUpdate extends Appearance {
  /** The name of `logo_full_url` up to 2.8.53. */
  readonly full_logo_url?: string | null;
  readonly config?: ConfigUpdate & ConfigurationOnly;
}

/** Fields that only the configuration has. */
interface ConfigurationOnly {
  readonly email_theme?: string | undefined;
  readonly require_email_verification?: boolean | undefined;
}

/**
 * Applies all fields or none; up to 2.8.10, a missing description is cleared.
 *
 * Throws the failures of wire/endpoints 7. Runs inside the caller's transaction.
 */
export function applyProjectUpdate(context: UpdateContext, project: Project, sent: LaterProjectUpdate): void {
  const { store, release } = context;
  const { config: sentConfig = {}, ...update } = sent;
  const { email_theme, require_email_verification, ...config } = sentConfig;
  const isLenient = release.has('lenient-project-updates');
  if (!isLenient) requireKnownParts(store, project, config);
  updateProject(store, project.key, {
    display_name: update.display_name ?? project.display_name,
    description: update.description ?? (isLenient && update.description === undefined ? project.description : ''),
    is_production_mode: update.is_production_mode ?? project.is_production_mode,
  });
  const localhost = release.has('localhost-by-default') && config.allow_localhost === undefined ? { allow_localhost: true } : {};
  const later = laterChange(context, project, { email_theme, require_email_verification });
  changeSettings(context, project.key, { ...toConfigChange(config), ...localhost, ...later });
  updateAppearance(store, project, appearanceOf(context, update));
}

function requireKnownParts(store: Store, project: Project, config: ConfigUpdate): void {
  requireDistinctDomains(config);
  requireKnownProviders(project, config);
  requireKnownPermissions(store, project, config);
  requireNoOwnTemplates(store, project, config);
}

/**
 * Returns the change of what only the configuration has: the active theme, and whether emails have to be verified. Throws a plain-text
 * failure for an unknown theme.
 */
function laterChange(
  context: UpdateContext,
  project: Project,
  { email_theme: themeId, require_email_verification: requireEmailVerification }: ConfigurationOnly,
): Partial<ProjectConfig> {
  if (themeId !== undefined && !themesOf(context, project).some(({ id }) => id === themeId)) throw plainFailure(400, 'Invalid email theme');
  const later = {
    ...(themeId === undefined ? {} : { themeId }),
    ...(requireEmailVerification === undefined ? {} : { requireEmailVerification }),
  };
  return Object.keys(later).length === 0 ? {} : { later };
}

/** Returns the logos and the state of the wizard that an update changes. Stores logos that are data. */
function appearanceOf(context: UpdateContext, { full_logo_url, ...update }: LaterUpdate): Appearance {
  const logos = {
    logo_url: update.logo_url,
    logo_full_url: update.logo_full_url === undefined ? full_logo_url : update.logo_full_url,
    logo_dark_mode_url: update.logo_dark_mode_url,
    logo_full_dark_mode_url: update.logo_full_dark_mode_url,
  };
  const storedLogos = Object.entries(logos).map(([name, logo]) => [name, typeof logo === 'string' ? storedLogo(context, logo) : logo]);
  const { onboarding_status, is_development_environment } = update;
  const changed = { ...Object.fromEntries(storedLogos), onboarding_status, is_development_environment };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
}

function requireDistinctDomains({ domains = [] }: ConfigUpdate): void {
  if (new Set(domains.map(({ domain }) => domain)).size < domains.length) throw plainFailure(400, 'Duplicated domain found');
}

/** Rejects updates that remove a provider, and shared providers for which the service has no keys. */
function requireKnownProviders(project: Project, { oauth_providers: providers }: ConfigUpdate): void {
  if (providers === undefined) return;
  const missing = project.config.oauth_providers.find(({ id }) => !providers.some((provider) => provider.id === id));
  if (missing !== undefined) throw plainFailure(400, `Provider with id '${missing.id}' not found in the update`);
  const unshared = providers.find(({ id, type }) => type === 'shared' && !sharedProviderIds.includes(id));
  if (unshared !== undefined)
    throw knownError('INVALID_SHARED_OAUTH_PROVIDER_ID', { provider_id: unshared.id }, { providerId: unshared.id });
}

function requireKnownPermissions(store: Store, project: Project, config: ConfigUpdate): void {
  const unknown = (ids: readonly { readonly id: string }[] = [], scope: 'team' | 'project') =>
    ids.map(({ id }) => id).filter((id) => findPermission(store, project.key, id, scope) === undefined);
  const { team_creator_default_permissions: creator, team_member_default_permissions: member, user_default_permissions: user } = config;
  if ([...unknown(creator, 'team'), ...unknown(member, 'team')].length > 0) throw plainFailure(400, 'Invalid team default permission ids');
  const unsharedIds = unknown(user, 'project');
  if (unsharedIds.length > 0) throw plainFailure(400, `Invalid user default permission ids: ${unsharedIds.join(', ')}`);
}

/** Rejects the shared mail server for projects with their own templates. */
function requireNoOwnTemplates(store: Store, project: Project, { email_config: email }: ConfigUpdate): void {
  if (email?.type !== 'shared' || listOwnTemplates(store, project.key).length === 0) return;
  const text = 'Cannot change email service type to shared when custom templates are defined.';
  throw plainFailure(400, `${text} Disable custom templates first, before changing the email service type.`);
}

function toConfigChange({ oauth_providers: providers, email_config: email, ...rest }: ConfigUpdate): Partial<ProjectConfig> {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...given,
    ...(providers ? { oauth_providers: providers.map(storedProvider) } : {}),
    ...(email ? { email_config: storedEmail(email) } : {}),
  };
}

/** A provider of an update, with what later releases accept. */
type ProviderUpdate = NonNullable<ConfigUpdate['oauth_providers']>[number] & Pick<OAuthProvider, 'apple_bundle_ids'>;

function storedProvider(provider: ProviderUpdate): OAuthProvider {
  const { id, type, enabled = true, client_id, client_secret, facebook_config_id, microsoft_tenant_id, apple_bundle_ids } = provider;
  if (type === 'shared') return { id, type, enabled };
  // The service responds with 500.
  if (!client_id || !client_secret) throw serviceFault(`The standard provider ${id} has no keys.`);
  return {
    id,
    type,
    enabled,
    client_id,
    client_secret: requireSecretText(client_secret),
    ...(facebook_config_id ? { facebook_config_id } : {}),
    ...(microsoft_tenant_id ? { microsoft_tenant_id } : {}),
    ...(apple_bundle_ids === undefined ? {} : { apple_bundle_ids }),
  };
}

function storedEmail(email: NonNullable<ConfigUpdate['email_config']>): EmailConfig {
  return email.type === 'shared' ? { type: 'shared' } : { ...email, password: requireSecretText(email.password) };
}
