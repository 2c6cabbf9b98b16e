/** Project updates and their rules (wire/endpoints 7, as up to 2.8.10). */
import { type ProjectUpdate, sharedProviderIds } from '#contract/service/models/project-models.ts';
import type { Store } from '../database/database';
import { knownError, plainFailure, serviceFault } from '../http/failures';
import { requireSecretText } from '../http/requirements';
import { listOwnTemplates } from '../stores/email-store';
import { findPermission } from '../stores/permission-store';
import {
  type EmailConfig,
  type OAuthProvider,
  type Project,
  type ProjectConfig,
  updateConfig,
  updateProject,
} from '../stores/project-store';

type ConfigUpdate = NonNullable<ProjectUpdate['config']>;

/**
 * Applies all fields or none; a missing description is cleared.
 *
 * Throws the failures of wire/endpoints 7. Runs inside the caller's transaction.
 */
export function applyProjectUpdate(store: Store, project: Project, update: ProjectUpdate): void {
  const { config = {} } = update;
  requireDistinctDomains(config);
  requireKnownProviders(project, config);
  requireKnownPermissions(store, project, config);
  requireNoOwnTemplates(store, project, config);
  updateProject(store, project.key, {
    display_name: update.display_name ?? project.display_name,
    description: update.description ?? '',
    is_production_mode: update.is_production_mode ?? project.is_production_mode,
  });
  updateConfig(store, project.key, toConfigChange(config));
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

function storedProvider(provider: NonNullable<ConfigUpdate['oauth_providers']>[number]): OAuthProvider {
  const { id, type, enabled = true, client_id, client_secret, facebook_config_id, microsoft_tenant_id } = provider;
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
  };
}

function storedEmail(email: NonNullable<ConfigUpdate['email_config']>): EmailConfig {
  return email.type === 'shared' ? { type: 'shared' } : { ...email, password: requireSecretText(email.password) };
}
