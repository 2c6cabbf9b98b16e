/** The document of a project, from what the service and the profile say of it. Equal projects have equal documents. */
import type { SavedView } from '../bridge/saved-views';
import type { UserQuery } from '../query/user-query';
import type { JsonValue } from '../service/models/fields';
import type { Template } from '../service/models/mail-models';
import { isBuiltIn } from '../service/models/permission-ids';
import { type AdminProject, sharedProviderIds } from '../service/models/project-models';
import type { PermissionDefinition } from '../service/models/team-models';
import { parseJson } from '../text/parse-json';
import { canonical } from './canonical';
import {
  type ConfigurationDocument,
  type DefinitionEntry,
  documentVersion,
  type MetadataKind,
  metadataKinds,
  type ProviderEntry,
  placeholderFor,
  type TemplateEntry,
} from './document';
import type { Section } from './entries';

export interface ThemeReading {
  readonly id: string;
  readonly display_name: string;
  readonly tsx_source: string;
}

interface TemplateReading extends ThemeReading {
  readonly theme_id?: string | false | undefined;
}

/** What a document is made of. Parts that the release doesn't have are absent, and so are those that nothing was asked of. */
export interface ProjectReading {
  readonly project: AdminProject;
  readonly teamDefinitions: readonly PermissionDefinition[];
  readonly projectDefinitions: readonly PermissionDefinition[];
  /** Templates by type, of releases up to 2.8.26. */
  readonly templatesByType?: readonly Template[] | undefined;
  readonly templatesById?: readonly TemplateReading[] | undefined;
  readonly themes?: readonly ThemeReading[] | undefined;
  /** Texts of JSON Schemas. */
  readonly metadataSchemas?: Readonly<Partial<Record<MetadataKind, string>>> | undefined;
  readonly views?: readonly Pick<SavedView, 'id' | 'name' | 'query' | 'order' | 'columns'>[] | undefined;
}

/** What keeps a project from having a document: two objects of one name, or a name that no document can have. */
export interface NamingProblem {
  readonly section: Section;
  readonly key: string;
  readonly reason: 'twice' | 'unusable';
}

export type DocumentResult =
  | { readonly ok: true; readonly document: ConfigurationDocument }
  | { readonly ok: false; readonly problems: readonly NamingProblem[] };

type Named<T> = readonly (readonly [string, T])[];

/** Collects named values, and which of the names a document can't have. */
function createCollector() {
  const problems: NamingProblem[] = [];
  return {
    problems,
    record<T>(section: Section, values: Named<T>): Record<string, T> {
      const times = new Map<string, number>();
      for (const [key] of values) times.set(key, (times.get(key) ?? 0) + 1);
      for (const [key, count] of times) {
        if (count > 1) problems.push({ section, key, reason: 'twice' });
        if (key === '__proto__' || key.trim() === '') problems.push({ section, key, reason: 'unusable' });
      }
      return Object.fromEntries(values);
    },
  };
}

type Collector = ReturnType<typeof createCollector>;

/** Whether views are in a document that have values of users in their search: names, emails, and what metadata say. */
export type ViewChoice = 'all-views' | 'impersonal-views';

/** Returns the document, in its canonical order. It may say what no file can, as what a project has was not checked by this app. */
export function documentOf(reading: ProjectReading, choice: ViewChoice = 'all-views'): DocumentResult {
  const collector = createCollector();
  const { project, teamDefinitions, projectDefinitions, themes } = reading;
  const views = reading.views?.filter(({ query }) => choice === 'all-views' || !isPersonal(query));
  const { config } = project;
  const document: ConfigurationDocument = {
    version: documentVersion,
    settings: settingsOf(project, themes),
    sign_in_methods: {
      sign_up_enabled: config.sign_up_enabled,
      credential_enabled: config.credential_enabled,
      magic_link_enabled: config.magic_link_enabled,
      passkey_enabled: config.passkey_enabled,
      oauth_account_merge_strategy: config.oauth_account_merge_strategy,
    },
    providers: collector.record('providers', providersOf(config)),
    domains: collector.record(
      'domains',
      uniqueOf(config.domains).map(({ domain, handler_path }) => [domain, { handler_path }]),
    ),
    permissions: {
      team: collector.record('permissions.team', definitionsOf(teamDefinitions)),
      project: collector.record('permissions.project', definitionsOf(projectDefinitions)),
    },
    default_permissions: {
      team_creator: idsOf(config.team_creator_default_permissions),
      team_member: idsOf(config.team_member_default_permissions),
      user: idsOf(config.user_default_permissions),
    },
    email_server: serverOf(config),
    ...(themes === undefined
      ? {}
      : {
          email_themes: collector.record(
            'email_themes',
            themes.map((theme) => [theme.display_name, { source: theme.tsx_source }]),
          ),
        }),
    ...templatesOf(reading, collector),
    ...(reading.metadataSchemas === undefined ? {} : { metadata_schemas: schemasOf(reading.metadataSchemas) }),
    ...(views === undefined
      ? {}
      : {
          saved_views: collector.record(
            'saved_views',
            views.map(({ name, query, order, columns }) => [
              name,
              { query, order, columns } as NonNullable<ConfigurationDocument['saved_views']>[string],
            ]),
          ),
        }),
  };
  return collector.problems.length > 0 ? { ok: false, problems: collector.problems } : { ok: true, document: canonical(document) };
}

/** IDs of teams are of one project only, and tell who is in them. */
function isPersonal(query: UserQuery): boolean {
  if ('field' in query) return ['text', 'team'].includes(query.field) || (query.field === 'metadata' && 'value' in query.is);
  return query.op === 'not' ? isPersonal(query.of) : query.of.some(isPersonal);
}

/** Settings that the release doesn't return are absent. */
function settingsOf(project: AdminProject, themes: ProjectReading['themes']): NonNullable<ConfigurationDocument['settings']> {
  const { config } = project;
  const theme = themes?.find(({ id }) => id === config.email_theme)?.display_name;
  // The name up to 2.8.53.
  const { logo_full_url = project.full_logo_url } = project;
  const logos = {
    logo_url: project.logo_url,
    logo_full_url,
    logo_dark_mode_url: project.logo_dark_mode_url,
    logo_full_dark_mode_url: project.logo_full_dark_mode_url,
  };
  return {
    display_name: project.display_name,
    description: project.description,
    is_production_mode: project.is_production_mode,
    allow_localhost: config.allow_localhost,
    client_team_creation_enabled: config.client_team_creation_enabled,
    client_user_deletion_enabled: config.client_user_deletion_enabled,
    create_team_on_sign_up: config.create_team_on_sign_up,
    allow_user_api_keys: config.allow_user_api_keys,
    allow_team_api_keys: config.allow_team_api_keys,
    ...(theme === undefined ? {} : { email_theme: theme }),
    ...Object.fromEntries(Object.entries(logos).filter(([, url]) => url !== undefined)),
  };
}

type Provider = AdminProject['config']['oauth_providers'][number];

/** A provider without keys that is off says no more than an absent one: releases up to 2.8.10 never forget one. */
const isForgotten = ({ type, enabled, client_id }: Provider): boolean => enabled === false && (type === 'shared' || !client_id);

function providersOf({ oauth_providers: listed }: AdminProject['config']): Named<ProviderEntry> {
  const shown = listed.filter((provider) => !isForgotten(provider));
  const names = placeholderNames(shown.map(({ id }) => id));
  return shown.map((provider): readonly [string, ProviderEntry] => {
    const { id, type, enabled, client_id, facebook_config_id, microsoft_tenant_id } = provider;
    const off = enabled === false ? { enabled } : {};
    if (type === 'shared') return [id, { type, ...off }];
    return [
      id,
      {
        type,
        ...off,
        client_id: client_id ?? '',
        client_secret: placeholderFor(names.get(id) ?? ''),
        ...(facebook_config_id ? { facebook_config_id } : {}),
        ...(microsoft_tenant_id ? { microsoft_tenant_id } : {}),
      },
    ];
  });
}

/** Returns a name for each provider's secret: the same ones for the same providers, whatever their order. */
function placeholderNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    [...new Set(ids)].sort().map((id) => {
      const base = `${id
        .toUpperCase()
        .replace(/[^A-Z0-9]+/g, '_')
        .replace(/^(?![A-Z])/, 'P_')}_CLIENT_SECRET`;
      let name = base;
      for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
      taken.add(name);
      return [id, name];
    }),
  );
}

/** Whether a release that lists providers which are off can forget this one, by making it a shared one. */
export const isForgettable = (id: string): boolean => sharedProviderIds.includes(id);

function uniqueOf(domains: AdminProject['config']['domains']): AdminProject['config']['domains'] {
  return [...new Map(domains.map((each) => [`${each.domain}\n${each.handler_path}`, each])).values()];
}

function definitionsOf(definitions: readonly PermissionDefinition[]): Named<DefinitionEntry> {
  return definitions
    .filter(({ id }) => !isBuiltIn(id))
    .map(({ id, description, contained_permission_ids: contains }) => [
      id,
      { ...(description ? { description } : {}), contains: [...contains] },
    ]);
}

const idsOf = (permissions: readonly { readonly id: string }[]) => permissions.map(({ id }) => id);

function serverOf({ email_config: stored }: AdminProject['config']): NonNullable<ConfigurationDocument['email_server']> {
  if (stored.type === 'shared') return { type: 'shared' };
  const { type, host, port, username, sender_name, sender_email } = stored;
  return { type, host, port, username, password: placeholderFor('EMAIL_SERVER_PASSWORD'), sender_name, sender_email };
}

/** Templates by type are absent while they are the service's own ones. */
function templatesOf(
  { templatesByType, templatesById, themes = [] }: ProjectReading,
  collector: Collector,
): Pick<ConfigurationDocument, 'email_templates'> {
  const own = templatesByType?.filter(({ is_default }) => !is_default);
  const byType = own?.map(({ type, subject, content }) => [type, { subject, content } as TemplateEntry] as const);
  const byId = templatesById?.map(({ display_name, tsx_source: source, theme_id }): readonly [string, TemplateEntry] => {
    const theme = theme_id === false ? false : themes.find(({ id }) => id === theme_id)?.display_name;
    return [display_name, { source, ...(theme === undefined ? {} : { theme }) }];
  });
  const values = byId ?? byType;
  return values === undefined ? {} : { email_templates: collector.record('email_templates', values) };
}

/** A text that is no JSON is left out: it is no schema, and the screen that keeps it says so. */
function schemasOf(texts: NonNullable<ProjectReading['metadataSchemas']>): NonNullable<ConfigurationDocument['metadata_schemas']> {
  return Object.fromEntries(
    metadataKinds.flatMap((kind) => {
      const value = schemaOf(texts[kind] ?? '');
      return value === undefined ? [] : [[kind, value] as const];
    }),
  );
}

function schemaOf(text: string): JsonValue | undefined {
  try {
    return parseJson(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Releases up to 2.8.10 return a `config.id`. They list the providers that are off, and never forget one. */
export const isEarlyProject = ({ config }: AdminProject): boolean => config.id !== undefined;
