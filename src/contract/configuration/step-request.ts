/** The request of a step, made from what was just read: updates of lists replace them as a whole. */
import type { JsonValue } from '../service/models/fields';
import type { AdminProject, ProjectUpdate } from '../service/models/project-models';
import type { DefinitionEntry, EmailServerEntry, MetadataKind, ProviderEntry, TemplateEntry, ViewEntry } from './document';
import { documentOf, isEarlyProject, type ProjectReading } from './document-of';
import type { Section } from './entries';
import { type ChosenRow, keepsSecret, type PlanStep, placeholderIn } from './plan';

type Body = Readonly<Record<string, unknown>>;

/** A call of the catalog, or a change of the profile, which keeps schemas and views. */
export type StepRequest =
  | { readonly endpoint: string; readonly params?: Readonly<Record<string, string>>; readonly body?: Body }
  | { readonly profile: 'set-schema'; readonly kind: MetadataKind; readonly text: string | null }
  | { readonly profile: 'save-view'; readonly id: string | null; readonly view: ViewEntry & { readonly name: string } }
  | { readonly profile: 'delete-view'; readonly id: string };

/** Returns a secret by the name of its placeholder. */
export type SecretOf = (name: string) => string;

/**
 * Returns the request for the rows of a step. An object that the reading doesn't have is undefined: it was deleted in the meantime.
 */
export function requestOf({ kind, rows }: PlanStep, reading: ProjectReading, secretOf: SecretOf): StepRequest | undefined {
  const [row] = rows;
  if (row === undefined) return undefined;
  switch (kind) {
    case 'update-project':
      return { endpoint: 'projects.update', body: projectUpdate(rows, reading, secretOf) as Body };
    case 'create-definition':
    case 'update-definition':
    case 'delete-definition':
      return definitionRequest(kind, row);
    case 'create-theme':
      return { endpoint: 'emailThemes.create', body: { display_name: row.key } };
    case 'update-theme': {
      const id = idOf(reading.themes, row.key);
      return id === undefined
        ? undefined
        : { endpoint: 'emailThemes.update', params: { id }, body: { tsx_source: (row.source as { source: string }).source } };
    }
    case 'create-template':
    case 'update-template':
    case 'delete-template':
      return templateRequest(kind, row, reading);
    case 'set-schema':
      return { profile: kind, kind: row.key as MetadataKind, text: row.source === undefined ? null : JSON.stringify(row.source, null, 2) };
    case 'save-view': {
      const id = reading.views?.find(({ name }) => name === row.key)?.id ?? null;
      return { profile: kind, id, view: { name: row.key, ...(row.source as ViewEntry) } };
    }
    case 'delete-view': {
      const id = reading.views?.find(({ name }) => name === row.key)?.id;
      return id === undefined ? undefined : { profile: kind, id };
    }
  }
}

const idOf = (named: readonly { readonly id: string; readonly display_name: string }[] | undefined, name: string) =>
  named?.find(({ display_name }) => display_name === name)?.id;

function definitionRequest(
  kind: 'create-definition' | 'update-definition' | 'delete-definition',
  { section, key, source }: ChosenRow,
): StepRequest {
  const scope = section === 'permissions.team' ? 'Team' : 'Project';
  if (kind === 'delete-definition') return { endpoint: `permissions.delete${scope}Definition`, params: { id: key } };
  const { description, contains } = source as DefinitionEntry;
  if (kind === 'create-definition')
    return {
      endpoint: `permissions.create${scope}Definition`,
      body: { id: key, ...(description === undefined ? {} : { description }), contained_permission_ids: contains },
    };
  // An absent description would be completed with the present one.
  return {
    endpoint: `permissions.update${scope}Definition`,
    params: { id: key },
    body: { description: description ?? '', contained_permission_ids: contains },
  };
}

function templateRequest(
  kind: 'create-template' | 'update-template' | 'delete-template',
  { key, source }: ChosenRow,
  reading: ProjectReading,
): StepRequest | undefined {
  const entry = source as TemplateEntry | undefined;
  if (reading.templatesById === undefined) {
    if (entry === undefined) return { endpoint: 'emails.resetTemplate', params: { type: key } };
    return 'subject' in entry
      ? { endpoint: 'emails.updateTemplate', params: { type: key }, body: { subject: entry.subject, content: entry.content } }
      : undefined;
  }
  if (kind === 'create-template') return { endpoint: 'emails.createTemplateById', body: { display_name: key } };
  const id = idOf(reading.templatesById, key);
  if (id === undefined) return undefined;
  if (entry === undefined) return { endpoint: 'emails.deleteTemplateById', params: { id } };
  if (!('source' in entry)) return undefined;
  const { source: tsx_source, theme } = entry;
  // Without its own theme, a template has that of the project.
  const theme_id = theme === undefined ? null : theme === false ? false : idOf(reading.themes, theme);
  return theme_id === undefined ? undefined : { endpoint: 'emails.updateTemplateById', params: { id }, body: { tsx_source, theme_id } };
}

type Config = NonNullable<ProjectUpdate['config']>;

const onProject: ReadonlySet<string> = new Set([
  'display_name',
  'description',
  'is_production_mode',
  'logo_url',
  'logo_full_url',
  'logo_dark_mode_url',
  'logo_full_dark_mode_url',
]);

/** Returns one update for all rows, with the whole lists that some of them are in. What it leaves out stays: main completes it. */
function projectUpdate(rows: readonly ChosenRow[], reading: ProjectReading, secretOf: SecretOf): ProjectUpdate {
  const of = (section: Section) => rows.filter((row) => row.section === section);
  const { project } = reading;
  const plain = [...of('settings'), ...of('sign_in_methods')].filter(({ key }) => key !== 'email_theme');
  const valuesOf = (isOnProject: boolean) =>
    Object.fromEntries(
      plain.filter(({ key }) => onProject.has(key) === isOnProject).map(({ key, source }) => [nameFor(key, project), source]),
    );
  const theme = of('settings').find(({ key }) => key === 'email_theme')?.source;
  const config: Config = {
    ...valuesOf(false),
    ...(theme === undefined ? {} : { email_theme: idOf(reading.themes, theme as string) }),
    ...(of('domains').length === 0 ? {} : { domains: domainsOf(of('domains'), reading) }),
    ...(of('providers').length === 0 ? {} : { oauth_providers: providersOf(of('providers'), project, secretOf) }),
    ...Object.fromEntries(
      of('default_permissions').map(({ key, source }) => [`${key}_default_permissions`, (source as string[]).map((id) => ({ id }))]),
    ),
    ...Object.fromEntries(of('email_server').map((row) => ['email_config', serverOf(row, project, secretOf)])),
  };
  return { ...valuesOf(true), ...(Object.keys(config).length === 0 ? {} : { config }) };
}

/** The name of the setting up to 2.8.53. */
const nameFor = (key: string, project: AdminProject) =>
  key === 'logo_full_url' && project.logo_full_url === undefined ? 'full_logo_url' : key;

function domainsOf(rows: readonly ChosenRow[], reading: ProjectReading): NonNullable<Config['domains']> {
  const known = documentOf(reading);
  const domains = new Map<string, JsonValue>(known.ok ? Object.entries(known.document.domains ?? {}) : []);
  for (const { key, source } of rows) {
    if (source === undefined) domains.delete(key);
    else domains.set(key, source);
  }
  return [...domains].map(([domain, value]) => ({ domain, handler_path: (value as { handler_path: string }).handler_path }));
}

type ProviderUpdate = NonNullable<Config['oauth_providers']>[number];

/** Lists every provider, with `enabled`, as the form does. Where they are never forgotten, a removed one becomes a shared one that is off. */
function providersOf(rows: readonly ChosenRow[], project: AdminProject, secretOf: SecretOf): ProviderUpdate[] {
  const { config } = project;
  const isEarly = isEarlyProject(project);
  const stored = new Map(config.oauth_providers.map((each) => [each.id, each]));
  const list = new Map(
    config.oauth_providers.map(({ provider_config_id: _onlyRead, enabled = true, ...provider }): [string, ProviderUpdate] => [
      provider.id,
      { ...provider, enabled },
    ]),
  );
  for (const row of rows) {
    const { key: id, source } = row;
    const secret = () => (keepsSecret(row) ? stored.get(id)?.client_secret : undefined) ?? secretOf(placeholderIn(source) ?? '');
    if (source !== undefined) list.set(id, providerUpdate(id, source as ProviderEntry, secret));
    else if (isEarly) list.set(id, { id, type: 'shared', enabled: false });
    else list.delete(id);
  }
  return [...list.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

function providerUpdate(id: string, entry: ProviderEntry, secret: () => ProviderUpdate['client_secret']): ProviderUpdate {
  const { enabled = true } = entry;
  if (entry.type === 'shared') return { id, type: 'shared', enabled };
  const { type, client_id, facebook_config_id, microsoft_tenant_id } = entry;
  return {
    id,
    type,
    enabled,
    client_id,
    client_secret: secret(),
    ...(facebook_config_id === undefined ? {} : { facebook_config_id }),
    ...(microsoft_tenant_id === undefined ? {} : { microsoft_tenant_id }),
  };
}

function serverOf(row: ChosenRow, { config }: AdminProject, secretOf: SecretOf): NonNullable<Config['email_config']> {
  const wanted = row.source as EmailServerEntry;
  if (wanted.type === 'shared') return { type: 'shared' };
  const { email_config: stored } = config;
  const password = keepsSecret(row) && stored.type === 'standard' ? stored.password : secretOf(placeholderIn(row.source) ?? '');
  return { ...wanted, password };
}
