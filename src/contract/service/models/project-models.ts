/** Projects with the fields for their admins (wire/endpoints 0.8 and 7). */
import { z } from 'zod';
import { email, httpUrl, id, listOf, millis, rootedPath, shownOrAbsent } from './fields';
import { secretText } from './secret';

/** Providers of the baseline, in the order of wire/endpoints 0.8. */
export const oauthProviderIds = [
  'google',
  'github',
  'microsoft',
  'spotify',
  'facebook',
  'discord',
  'gitlab',
  'bitbucket',
  'linkedin',
  'apple',
  'x',
] as const;

/** Providers with shared keys of the service. */
export const sharedProviderIds: readonly string[] = ['google', 'github', 'microsoft', 'spotify'];

const permissionIds = z.array(z.object({ id: z.string() }));
const mergeStrategy = z.enum(['link_method', 'raise_error', 'allow_duplicates']);

const switches = {
  sign_up_enabled: z.boolean(),
  credential_enabled: z.boolean(),
  magic_link_enabled: z.boolean(),
  passkey_enabled: z.boolean(),
  client_team_creation_enabled: z.boolean(),
  client_user_deletion_enabled: z.boolean(),
  allow_user_api_keys: z.boolean(),
  allow_team_api_keys: z.boolean(),
  create_team_on_sign_up: z.boolean(),
  allow_localhost: z.boolean(),
};

const providerTexts = {
  client_id: z.string().optional(),
  client_secret: secretText.optional(),
  facebook_config_id: z.string().optional(),
  microsoft_tenant_id: z.string().optional(),
};

const providerType = z.enum(['shared', 'standard']);

/** `enabled` is removed in 2.8.11: from then on, listed providers are enabled. `provider_config_id` is from a later release. */
const oauthProvider = z.object({
  id: z.string(),
  type: providerType,
  enabled: z.boolean().optional(),
  provider_config_id: z.string().optional(),
  ...providerTexts,
});

const emailConfig = z.discriminatedUnion('type', [
  z.object({ type: z.literal('shared') }),
  z.object({
    type: z.literal('standard'),
    host: z.string(),
    port: z.number(),
    username: z.string(),
    password: secretText,
    sender_name: z.string(),
    sender_email: z.string(),
  }),
]);

/** Fields for logos (wire/later 8). `full_logo_url` is the name of `logo_full_url` up to 2.8.53, and only later releases have those for dark mode. */
export const logoFields = ['logo_url', 'logo_full_url', 'full_logo_url', 'logo_dark_mode_url', 'logo_full_dark_mode_url'] as const;
export type LogoField = (typeof logoFields)[number];

const logo = z.string().nullish();
const logos = {
  logo_url: logo,
  logo_full_url: logo,
  full_logo_url: logo,
  logo_dark_mode_url: logo,
  logo_full_dark_mode_url: logo,
} satisfies Record<LogoField, z.ZodType>;

/** The admin shape. Removed: `user_count` in 2.8.20, `config.id` in 2.8.11. From later releases: `owner_team_id`, `email_theme`, logos. */
export const adminProject = z.object({
  id: z.string(),
  display_name: z.string(),
  description: z.string(),
  created_at_millis: millis,
  user_count: shownOrAbsent(z.int()),
  is_production_mode: z.boolean(),
  owner_team_id: z.string().nullish(),
  ...logos,
  config: z.object({
    id: z.string().optional(),
    ...switches,
    oauth_providers: z.array(oauthProvider),
    enabled_oauth_providers: z.array(z.object({ id: z.string() })),
    domains: z.array(z.object({ domain: z.string(), handler_path: z.string() })),
    email_config: emailConfig,
    email_theme: z.string().optional(),
    team_creator_default_permissions: permissionIds,
    team_member_default_permissions: permissionIds,
    user_default_permissions: permissionIds,
    oauth_account_merge_strategy: mergeStrategy,
  }),
});

export const adminProjects = listOf(adminProject);

/** One provider of an update. Later releases have further providers, which an update must name as well to keep them. */
export const providerUpdate = z.strictObject({
  id: z.string().min(1),
  type: providerType,
  enabled: z.boolean().optional(),
  ...providerTexts,
});

const filled = z.string().min(1);
export const smtpFields = {
  host: filled,
  port: z.number().min(0).max(65_535),
  username: filled,
  sender_name: filled,
  sender_email: email,
};
export type SmtpFields = typeof smtpFields;

const emailConfigUpdate = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('shared') }),
  z.strictObject({ type: z.literal('standard'), ...smtpFields, password: secretText }),
]);

const permissionIdsUpdate = z.array(z.strictObject({ id: z.string() }));

export const configUpdate = z
  .strictObject({
    ...switches,
    domains: z.array(z.strictObject({ domain: httpUrl, handler_path: rootedPath })),
    oauth_providers: z.array(providerUpdate),
    email_config: emailConfigUpdate,
    team_creator_default_permissions: permissionIdsUpdate,
    team_member_default_permissions: permissionIdsUpdate,
    user_default_permissions: permissionIdsUpdate,
    oauth_account_merge_strategy: mergeStrategy,
    /** The ID of a theme, from 2.8.19 on. */
    email_theme: z.string(),
  })
  .partial();

/** A description that is left out is cleared before 2.8.11; `allow_localhost` that is left out is switched on from 2.8.14 to 2.8.27. */
export const projectUpdate = z.strictObject({
  display_name: z.string().optional(),
  description: z.string().nullable().optional(),
  is_production_mode: z.boolean().optional(),
  ...logos,
  config: configUpdate.optional(),
});

/** `owner_team_id` is rejected before 2.8.31 and required from then on. */
export const projectCreation = projectUpdate.extend({ display_name: z.string(), owner_team_id: id.optional() });

export type AdminProject = z.output<typeof adminProject>;
export type ProjectUpdate = z.output<typeof projectUpdate>;

const secretsOfProject = ['config.email_config.password', 'config.oauth_providers.*.client_secret'] as const;

/** Paths of the secrets in an admin project, and in an update of one. */
export const projectSecrets = { response: secretsOfProject, body: secretsOfProject };

/** Paths of the secrets in a list of admin projects. */
export const projectListSecrets = { response: secretsOfProject.map((path) => `items.*.${path}`) };
