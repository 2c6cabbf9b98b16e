/** Completes an update of a project, so that it has the same effect in every release (wire/endpoints 7, wire/newer 1). */
import type { z } from 'zod';
import type { AdminProject, ProjectUpdate } from '#contract/service/models/project-models.ts';
import type { PermissionDefinition } from '#contract/service/models/team-models.ts';
import type { definitionUpdate } from '#contract/service/permissions.ts';

/** Completes an update of a permission definition, so that it has the same effect in every release (wire/endpoints 6.3, wire/newer 1). */
export type DefinitionUpdate = z.output<typeof definitionUpdate>;

/** Adds the fields that releases from 2.8.11 on clear when they are left out: the description and the contained permissions. */
export function shapeDefinitionUpdate(update: DefinitionUpdate, current: PermissionDefinition): DefinitionUpdate {
  const { description = current.description, contained_permission_ids = current.contained_permission_ids } = update;
  return { ...update, contained_permission_ids, ...(description === undefined ? {} : { description }) };
}

type Providers = NonNullable<NonNullable<ProjectUpdate['config']>['oauth_providers']>;
type Provider = Providers[number];
type EmailConfig = NonNullable<NonNullable<ProjectUpdate['config']>['email_config']>;

/**
 * Adds the fields that some releases change when they are left out: the description, `allow_localhost` and, up to 2.8.10, the
 * configured providers that the update doesn't list. Those releases return a `config.id`, and only they support `enabled`. An email server
 * that is the project's already is left out, because writing back that of a managed domain ends the managed state (wire/later 6).
 */
export function shapeProjectUpdate(update: ProjectUpdate, current: AdminProject): ProjectUpdate {
  const { description, config = {} } = update;
  const { oauth_providers: providers, email_config: server, ...others } = config;
  const shape = current.config.id === undefined ? withoutDisabled : withAllProviders;
  return {
    ...update,
    description: description === undefined ? current.description : description,
    config: {
      ...others,
      ...(server === undefined || isStored(server, current.config.email_config) ? {} : { email_config: server }),
      allow_localhost: config.allow_localhost ?? current.config.allow_localhost,
      ...(providers ? { oauth_providers: shape(providers, current) } : {}),
    },
  };
}

function isStored(server: EmailConfig, stored: EmailConfig): boolean {
  const fields = new Map<string, unknown>(Object.entries(stored));
  return server.type === 'standard' && Object.entries(server).every(([name, value]) => fields.get(name) === value);
}

/** Lists the enabled providers only: from 2.8.11 on, a listed provider is enabled and an unlisted one is removed. */
function withoutDisabled(providers: Providers): Providers {
  return providers.filter(({ enabled }) => enabled !== false).map(({ enabled: _enabled, ...provider }) => provider);
}

/** Lists every configured provider as enabled or disabled, which releases up to 2.8.10 require. */
function withAllProviders(providers: Providers, { config }: AdminProject): Providers {
  const named = new Set<string>(providers.map(({ id }) => id));
  const others = config.oauth_providers.filter(({ id }) => !named.has(id));
  const disabled = others.map(({ provider_config_id: _later, ...provider }) => ({ ...provider, enabled: false }) as Provider);
  return [...providers.map((provider) => ({ ...provider, enabled: provider.enabled ?? true })), ...disabled];
}
