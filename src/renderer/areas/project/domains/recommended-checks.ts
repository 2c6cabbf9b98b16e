/** What a project had better have before production, beside the rules of production mode. */
import type { AdminProject } from '#contract/service/models/project-models.ts';

interface RecommendedChecks {
  /** The enabled providers that use the service's shared keys, which are meant for development. */
  readonly sharedProviders: readonly string[];
  readonly hasOwnEmailServer: boolean;
}

/** Returns the recommended checks of a configuration. From 2.8.11 on, listed providers are enabled (wire/newer 2). */
export function recommendedChecks({ oauth_providers: providers, email_config: email }: AdminProject['config']): RecommendedChecks {
  const sharedProviders = providers.filter(({ type, enabled }) => type === 'shared' && enabled !== false).map(({ id }) => id);
  return { sharedProviders, hasOwnEmailServer: email.type === 'standard' };
}
