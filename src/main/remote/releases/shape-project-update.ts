/** Makes an update of a project mean the same to every release of the service (wire/endpoints 7, wire/newer 1). */
import type { AdminProject, ProjectUpdate } from '../../../contract/service/models/project-models';

type Providers = NonNullable<NonNullable<ProjectUpdate['config']>['oauth_providers']>;
type Provider = Providers[number];

/**
 * The update with what releases take for a change when it is left out: the description, whether localhost is allowed, and,
 * up to 2.8.10, the providers that are configured but not named. Those releases show a `config.id`, and only they know `enabled`.
 */
export function shapeProjectUpdate(update: ProjectUpdate, current: AdminProject): ProjectUpdate {
  const { description, config = {} } = update;
  const { oauth_providers: providers } = config;
  const shape = current.config.id === undefined ? listedIsEnabled : everyoneNamed;
  return {
    ...update,
    description: description === undefined ? current.description : description,
    config: {
      ...config,
      allow_localhost: config.allow_localhost ?? current.config.allow_localhost,
      ...(providers ? { oauth_providers: shape(providers, current) } : {}),
    },
  };
}

/** From 2.8.11 on a provider that is listed is on, and one that is not listed is gone. */
function listedIsEnabled(providers: Providers): Providers {
  return providers.filter(({ enabled }) => enabled !== false).map(({ enabled: _enabled, ...provider }) => provider);
}

/** Before, every provider that is configured must be named, and is off or on. */
function everyoneNamed(providers: Providers, { config }: AdminProject): Providers {
  const named = new Set<string>(providers.map(({ id }) => id));
  const others = config.oauth_providers.filter(({ id }) => !named.has(id));
  const off = others.map(({ provider_config_id: _later, ...provider }) => ({ ...provider, enabled: false }) as Provider);
  return [...providers.map((provider) => ({ ...provider, enabled: provider.enabled ?? true })), ...off];
}
