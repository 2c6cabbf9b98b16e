/** Sections, rows, and values in the user’s words. */
import type { ComparedSections, ShownRow } from '#contract/bridge/configuration.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';

type Section = ComparedSections[number]['section'];
type Named = Pick<ShownRow, 'section' | 'key'>;

const names: Readonly<Record<string, MessageKey>> = {
  display_name: 'project-settings.name',
  description: 'project-settings.description',
  is_production_mode: 'domains.production',
  allow_localhost: 'domains.localhost',
  client_team_creation_enabled: 'project-settings.client_team_creation_enabled',
  client_user_deletion_enabled: 'project-settings.client_user_deletion_enabled',
  create_team_on_sign_up: 'project-settings.create_team_on_sign_up',
  allow_user_api_keys: 'project-settings.allow_user_api_keys',
  allow_team_api_keys: 'project-settings.allow_team_api_keys',
  email_theme: 'compare.key.email_theme',
  logo_url: 'project-settings.logo_url',
  logo_full_url: 'project-settings.logo_full_url',
  logo_dark_mode_url: 'project-settings.logo_dark_mode_url',
  logo_full_dark_mode_url: 'project-settings.logo_full_dark_mode_url',
  sign_up_enabled: 'sign-in-methods.sign-up',
  credential_enabled: 'method.password',
  magic_link_enabled: 'sign-in-methods.code',
  passkey_enabled: 'method.passkey',
  oauth_account_merge_strategy: 'sign-in-methods.merge',
  team_creator: 'permissions.defaults.creator',
  team_member: 'permissions.defaults.member',
  user: 'permissions.defaults.user',
  server: 'email.server',
};

/** Sections whose keys are fixed. Keys of others are names that the project chose. */
const fixed: ReadonlySet<Section> = new Set(['settings', 'sign_in_methods', 'default_permissions', 'email_server']);

/** Returns the name of a row. */
export function rowName({ t }: Pick<Translator, 't'>, { section, key }: Named): string {
  if (section === 'providers') return providerName(key);
  const name = fixed.has(section) && Object.hasOwn(names, key) ? names[key] : undefined;
  return name === undefined ? key : t(name);
}

/** Identifies a row. */
export function rowId({ section, key }: Named): string {
  return `${section}\n${key}`;
}

const merges: Readonly<Record<string, MessageKey>> = {
  link_method: 'sign-in-methods.merge.link',
  raise_error: 'sign-in-methods.merge.refuse',
  allow_duplicates: 'sign-in-methods.merge.duplicate',
};

/** Returns a short text for a value. What has more than that is shown as lines below. */
export function valueText({ t }: Pick<Translator, 't'>, { section, key }: Named, value: unknown): string {
  if (value === undefined) return t('compare.value.none');
  if (typeof value === 'boolean') return t(value ? 'users.value.on' : 'users.value.off');
  if (typeof value === 'string')
    return key === 'oauth_account_merge_strategy' && merges[value] ? t(merges[value]) : value || t('compare.value.empty');
  if (value === null) return t('compare.value.none');
  const fields = value as Readonly<Record<string, unknown>>;
  if (section === 'default_permissions') return t('compare.value.permissions', { count: (value as readonly unknown[]).length });
  if (section === 'permissions.team' || section === 'permissions.project')
    return t('compare.value.permissions', { count: (fields.contains as readonly unknown[]).length });
  if (section === 'domains') return String(fields.handler_path);
  if (fields.type === 'shared') return t(section === 'providers' ? 'sign-in-methods.shared-keys' : 'compare.value.shared-server');
  if (section === 'providers') return String(fields.client_id);
  if (section === 'email_server') return String(fields.host);
  if (typeof fields.source === 'string') return t('compare.value.lines', { count: fields.source.replace(/\n$/, '').split('\n').length });
  return t('compare.value.set');
}

/** Returns what is compared line by line: sources as texts, and other objects as JSON; null where the short texts say all. */
export function linesOfRow({ section, source, target }: ShownRow): { readonly before: unknown; readonly after: unknown } | null {
  const isLong = (value: unknown) => (typeof value === 'object' && value !== null) || (typeof value === 'string' && value.includes('\n'));
  if (section === 'domains' || (!isLong(source) && !isLong(target))) return null;
  const [before, after] = [sourceOf(target), sourceOf(source)];
  return typeof before === 'string' && typeof after === 'string' && before !== after
    ? { before, after }
    : { before: target, after: source };
}

/** Returns the source of a template or theme, in lines. */
function sourceOf(value: unknown): unknown {
  const source = typeof value === 'object' && value !== null ? (value as { source?: unknown }).source : value;
  return typeof source === 'string' && source !== '' && !source.includes('\n') ? `${source}\n` : source;
}
