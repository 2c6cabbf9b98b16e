/**
 * A project's configuration as a document, which is compared with that of another project and kept in files. Absent sections aren't managed by the
 * document; an empty section says that there is none.
 */
import { z } from 'zod';
import { httpUrl, json, rootedPath } from '../service/models/fields';
import { templateTypes } from '../service/models/mail-models';
import { ownPermissionId, permissionId } from '../service/models/permission-ids';
import { smtpFields } from '../service/models/project-models';

/** The version that this app writes. Later ones are refused. */
export const documentVersion = 1;

/** Returns the placeholder of a secret, which no document contains. */
export const placeholderFor = (name: string): string => `\${${name}}`;

export const placeholder = z
  .string()
  .regex(/^\$\{[A-Z][A-Z0-9_]{0,99}\}$/)
  .describe('A named placeholder, never the secret itself: a dollar sign and a name of capital letters, digits, and _ in braces.');

const filled = z.string().min(1);
const logo = z.string().nullable();

const settings = z
  .strictObject({
    display_name: z.string(),
    description: z.string(),
    is_production_mode: z.boolean(),
    allow_localhost: z.boolean(),
    client_team_creation_enabled: z.boolean(),
    client_user_deletion_enabled: z.boolean(),
    create_team_on_sign_up: z.boolean(),
    allow_user_api_keys: z.boolean(),
    allow_team_api_keys: z.boolean(),
    email_theme: filled.describe('The name of a theme.'),
    logo_url: logo,
    logo_full_url: logo,
    logo_dark_mode_url: logo,
    logo_full_dark_mode_url: logo,
  })
  .partial();

const signInMethods = z
  .strictObject({
    sign_up_enabled: z.boolean(),
    credential_enabled: z.boolean(),
    magic_link_enabled: z.boolean(),
    passkey_enabled: z.boolean(),
    oauth_account_merge_strategy: z.enum(['link_method', 'raise_error', 'allow_duplicates']),
  })
  .partial();

const isEnabled = { enabled: z.literal(false).optional().describe('Only where providers are switched off without losing their keys.') };

const provider = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('shared'), ...isEnabled }),
  z.strictObject({
    type: z.literal('standard'),
    ...isEnabled,
    client_id: filled,
    client_secret: placeholder,
    facebook_config_id: filled.optional(),
    microsoft_tenant_id: filled.optional(),
  }),
]);

const definition = z.strictObject({ description: filled.optional(), contains: z.array(permissionId) });
const definitions = z.record(ownPermissionId.regex(/^[a-z0-9_:]+$/), definition);

const emailServer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('shared') }),
  z.strictObject({ type: z.literal('standard'), ...smtpFields, password: placeholder }),
]);

/** Templates of releases up to 2.8.26 have blocks and are there by their type; later ones have a source and a name. */
const theme = z.union([filled, z.literal(false)]).optional();
const template = z.union([
  z.strictObject({ source: z.string(), theme }),
  z.strictObject({ subject: z.string(), content: z.record(z.string(), json) }),
]);

/** A template as `project.yaml` of a folder has it, where the source has a file. */
export const templateInFolder = z.union([
  ...template.options,
  z.strictObject({ source_file: z.string().describe('In a folder only: the file with the source, such as templates/welcome.tsx.'), theme }),
]);

/** Kinds of a user's metadata, each of which may have a JSON Schema. */
export const metadataKinds = ['client_metadata', 'client_read_only_metadata', 'server_metadata'] as const;
export type MetadataKind = (typeof metadataKinds)[number];

const metadataSchemas = z.strictObject(
  Object.fromEntries(metadataKinds.map((kind) => [kind, json])) as Readonly<Record<MetadataKind, typeof json>>,
);

/** The query and the order are checked when a view is saved. */
const view = z.strictObject({
  query: z.record(z.string(), json),
  order: z.record(z.string(), json),
  columns: z.array(z.string()).nullable(),
});

export const configurationDocument = z
  .strictObject({
    version: z.literal(documentVersion),
    settings,
    sign_in_methods: signInMethods,
    providers: z.record(z.string().regex(/^[a-z0-9][a-z0-9_-]*$/), provider),
    domains: z.record(httpUrl, z.strictObject({ handler_path: rootedPath })),
    permissions: z.strictObject({ team: definitions, project: definitions }).partial(),
    default_permissions: z
      .strictObject({ team_creator: z.array(permissionId), team_member: z.array(permissionId), user: z.array(permissionId) })
      .partial(),
    email_server: emailServer,
    email_themes: z.record(filled, z.strictObject({ source: z.string() })),
    email_templates: z.record(filled, template),
    metadata_schemas: metadataSchemas.partial(),
    saved_views: z.record(z.string().trim().min(1).max(100), view),
  })
  .partial()
  .required({ version: true });

export type ConfigurationDocument = z.output<typeof configurationDocument>;
export type ProviderEntry = z.output<typeof provider>;
export type DefinitionEntry = z.output<typeof definition>;
export type EmailServerEntry = z.output<typeof emailServer>;
export type TemplateEntry = z.output<typeof template>;
export type ViewEntry = z.output<typeof view>;

/** Whether the name of a template is a type, which only those with blocks have. */
export function isTemplateType(name: string): name is (typeof templateTypes)[number] {
  return (templateTypes as readonly string[]).includes(name);
}
