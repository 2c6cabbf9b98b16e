/** Schemas of new projects and of updates, by release (wire/endpoints 7, wire/newer 1, wire/later 8). */
import { z } from 'zod';
import { id, url } from '#contract/service/models/fields.ts';
import {
  configUpdate,
  oauthProviderIds,
  projectCreation,
  projectUpdate,
  providerUpdate,
  smtpFields,
} from '#contract/service/models/project-models.ts';
import type { AcceptedInput } from '../http/context';
import type { Release } from '../releases/release';

type Found = z.core.ParsePayload<Readonly<Record<string, unknown>>>;

/** Adds an issue for each field that is missing or empty and has none yet. */
function requireFilled(found: Found, fields: readonly string[]): void {
  const wrong = new Set(found.issues.map(({ path }) => path?.[0]));
  for (const field of fields) {
    const value = found.value[field];
    if ((value !== undefined && value !== '') || wrong.has(field)) continue;
    found.issues.push({ code: 'custom', path: [field], input: value, params: { line: 'must not be empty' } });
  }
}

const keys = { client_id: z.string().optional(), client_secret: z.string().optional() };

/** A disabled standard provider without keys is valid here and fails later. */
const provider = providerUpdate.extend({ id: z.enum(oauthProviderIds), enabled: z.boolean(), ...keys }).check((found) => {
  if (found.value.type === 'standard' && found.value.enabled) requireFilled(found, ['client_id', 'client_secret']);
});

/** A provider of an update from 2.8.11 on: those that are listed are enabled. */
const listedProvider = (release: Release) =>
  providerUpdate
    .omit({ enabled: true })
    .extend({
      id: z.enum(release.has('oauth-providers') ? [...oauthProviderIds, 'twitch'] : oauthProviderIds),
      ...keys,
      ...(release.has('apple-bundles') ? { apple_bundle_ids: z.array(z.string()).optional() } : {}),
    })
    .check((found) => {
      if (found.value.type === 'standard') requireFilled(found, ['client_id', 'client_secret']);
    });

const smtp = z.strictObject({ type: z.enum(['shared', 'standard']), ...smtpFields, password: z.string().max(70) });

/** Fields of a custom server, in the order in which the service reports missing ones. */
const requiredFields = ['host', 'port', 'username', 'password', 'sender_name', 'sender_email'];

/** Ignores fields of a custom server with `shared`. */
const emailConfig = smtp
  .partial()
  .required({ type: true })
  .check((found) => {
    if (found.value.type === 'standard') requireFilled(found, requiredFields);
  });

const baselineConfig = configUpdate.extend({ oauth_providers: z.array(provider).optional(), email_config: emailConfig.optional() });
const onboardingStatuses = [
  'config_choice',
  'apps_selection',
  'auth_setup',
  'domain_setup',
  'email_theme_setup',
  'payments_setup',
  'welcome',
  'completed',
] as const;
const logo = url.max(1_000_000).nullable().optional();

function configOf(release: Release) {
  if (!release.has('listed-providers')) return baselineConfig;
  return baselineConfig.extend({
    oauth_providers: z.array(listedProvider(release)).optional(),
    ...(release.has('email-theme') ? { email_theme: z.string().optional() } : {}),
    ...(release.has('restricted-users') ? { require_email_verification: z.boolean().optional() } : {}),
  });
}

function fieldsOf(release: Release) {
  return {
    config: configOf(release).optional(),
    ...(release.has('logo') ? { logo_url: logo } : {}),
    ...(release.has('full-logo') ? { full_logo_url: logo } : {}),
    ...(release.has('four-logos') ? { logo_full_url: logo, logo_dark_mode_url: logo, logo_full_dark_mode_url: logo } : {}),
    ...(release.has('onboarding-status') ? { onboarding_status: z.enum(onboardingStatuses).optional() } : {}),
  };
}

export function updateInput(release: Release): AcceptedInput {
  return { server: { body: projectUpdate.extend(fieldsOf(release)) } };
}

/** The team that will own the project is required from 2.8.31 on, and unknown before. */
export function creationInput(release: Release): AcceptedInput {
  const body = projectCreation.omit({ owner_team_id: true }).extend({
    ...fieldsOf(release),
    ...(release.has('owner-team') ? { owner_team_id: id } : {}),
    ...(release.has('development-environment') ? { is_development_environment: z.boolean().optional() } : {}),
  });
  return { client: { body }, server: { body } };
}
