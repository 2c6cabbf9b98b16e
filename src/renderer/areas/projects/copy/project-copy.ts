/** What of a project's settings a new project can be created with, and why it can't take over the rest (wire/endpoints 7). */
import type { z } from 'zod';
import { isBuiltIn } from '#contract/service/models/permission-ids.ts';
import { type AdminProject, configUpdate } from '#contract/service/models/project-models.ts';
import { settingSwitches } from '#lib/rules/owner-projects.ts';

type Config = AdminProject['config'];
type ConfigInput = z.input<typeof configUpdate>;

/** Settings that are copied as they are. */
const plain = [
  'sign_up_enabled',
  'credential_enabled',
  'magic_link_enabled',
  'passkey_enabled',
  'allow_localhost',
  'oauth_account_merge_strategy',
  ...settingSwitches,
] as const;

const defaults = {
  creator: 'team_creator_default_permissions',
  member: 'team_member_default_permissions',
  user: 'user_default_permissions',
} as const;
export type DefaultsOf = keyof typeof defaults;

/** The configuration of the new project. Lists of default permissions that can't be copied are absent. */
export type CopiedConfig = { readonly [N in (typeof plain)[number]]: Config[N] } & {
  readonly oauth_providers: NonNullable<ConfigInput['oauth_providers']>;
  readonly domains: NonNullable<ConfigInput['domains']>;
  readonly email_config?: { readonly type: 'shared' };
} & { readonly [N in (typeof defaults)[DefaultsOf]]?: { id: string }[] };

/** A setting that isn't copied. Its kind is also the reason. */
export type NotCopied =
  | { readonly kind: 'provider-keys'; readonly provider: string }
  | { readonly kind: 'email-server'; readonly host: string }
  | { readonly kind: 'domain-invalid' | 'domain-twice'; readonly domain: string }
  | { readonly kind: 'defaults'; readonly of: DefaultsOf; readonly ids: readonly string[] }
  | { readonly kind: 'production' | 'later-settings' | 'other-data' };

export interface ProjectCopy {
  readonly config: CopiedConfig;
  readonly notCopied: readonly NotCopied[];
}

/**
 * Returns the settings to create a copy of a project with, and what has to be set up by hand. No secret is copied: they are withheld from
 * windows. `hasLevels` tells whether the service has settings that it doesn't return with a project (2.8.28).
 */
export function projectCopy({ config, is_production_mode: isProduction }: AdminProject, hasLevels: boolean): ProjectCopy {
  const domains = copyDomains(config.domains);
  const permissions = copyDefaults(config);
  const own = config.oauth_providers.filter(({ type }) => type === 'standard');
  const { email_config: email } = config;
  return {
    config: {
      ...(Object.fromEntries(plain.map((name) => [name, config[name]])) as Pick<CopiedConfig, (typeof plain)[number]>),
      oauth_providers: sharedProviders(config),
      domains: domains.copied,
      ...(email.type === 'shared' ? { email_config: { type: 'shared' } } : {}),
      ...permissions.copied,
    },
    notCopied: [
      ...own.map(({ id }) => ({ kind: 'provider-keys', provider: id }) as const),
      ...(email.type === 'standard' ? [{ kind: 'email-server', host: email.host } as const] : []),
      ...domains.notCopied,
      ...permissions.notCopied,
      ...(isProduction ? [{ kind: 'production' } as const] : []),
      ...(hasLevels ? [{ kind: 'later-settings' } as const] : []),
      { kind: 'other-data' },
    ],
  };
}

/** Releases up to 2.8.10 return a `config.id`, and only they have `enabled`, which they require. */
function isEarly(config: Config): boolean {
  return config.id !== undefined;
}

function sharedProviders(config: Config): CopiedConfig['oauth_providers'] {
  const shared = config.oauth_providers.filter(({ type }) => type === 'shared');
  return shared.map(({ id, enabled = true }) => ({ id, type: 'shared', ...(isEarly(config) ? { enabled } : {}) }));
}

/** Releases up to 2.8.10 refuse a domain that is listed twice; later ones store anything, also what this app refuses. */
function copyDomains(domains: Config['domains']) {
  const copied: { domain: string; handler_path: string }[] = [];
  const notCopied: NotCopied[] = [];
  for (const { domain, handler_path } of domains) {
    const isValid = configUpdate.shape.domains.safeParse([{ domain, handler_path }]).success;
    const isTwice = copied.some((one) => one.domain === domain);
    if (isValid && !isTwice) copied.push({ domain, handler_path });
    else notCopied.push({ kind: isValid ? 'domain-twice' : 'domain-invalid', domain });
  }
  return { copied, notCopied };
}

/** A default that a new project doesn't define would make the creation of its teams or its sign-up fail from 2.8.11 on. */
function copyDefaults(config: Config) {
  const created = isEarly(config) ? ['admin', 'member'] : ['team_admin', 'team_member'];
  const exists = (of: DefaultsOf, id: string) => of !== 'user' && (isBuiltIn(id) || created.includes(id));
  const copied: { -readonly [N in (typeof defaults)[DefaultsOf]]?: { id: string }[] } = {};
  const notCopied: NotCopied[] = [];
  for (const of of ['creator', 'member', 'user'] as const) {
    const ids = config[defaults[of]].map(({ id }) => id);
    const missing = ids.filter((id) => !exists(of, id));
    if (missing.length === 0) copied[defaults[of]] = ids.map((id) => ({ id }));
    else notCopied.push({ kind: 'defaults', of, ids: missing });
  }
  return { copied, notCopied };
}
