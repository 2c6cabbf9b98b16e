/** Which sentence an update has: that of the one thing that changed where users tell it apart, otherwise a general one. */
import { changedFields, compareItems, type Fields, fieldOf, fieldsOf, flatProject, itemsOf, parseConfiguration } from './changed-fields';

/** What a sentence is chosen by. `before` is the old value, if it is known. */
export interface FacetContext {
  readonly body: Fields;
  readonly query: Fields;
  readonly params: Fields;
  readonly before: unknown;
  /** Whether an account wrote, and not a project. */
  readonly byAccount: boolean;
  readonly endsImpersonation: boolean;
}

/** The end of a sentence's key, with what the sentence is about if that follows from the values. */
export interface Facet {
  readonly suffix: string;
  readonly about?: string;
  /** A key of the configuration. */
  readonly key?: string;
  readonly count?: number;
}

/**
 * How the values of a field are distinguished: `switch` has `.on` and `.off`, `clear` has `.off` for null, `value` is one sentence. Another name is
 * the field whose sentence it has.
 */
type FieldKind = 'switch' | 'clear' | 'value' | { readonly as: string } | ((value: unknown, before: unknown) => Facet);

interface FieldTable {
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Fields that are part of another one's change. */
  readonly parts?: Readonly<Record<string, readonly string[]>>;
}

const general: Facet = { suffix: '' };

const userFields: FieldTable = {
  fields: {
    display_name: 'clear',
    profile_image_url: 'clear',
    client_metadata: 'value',
    client_read_only_metadata: 'value',
    server_metadata: 'value',
    primary_email: 'clear',
    primary_email_verified: 'switch',
    primary_email_auth_enabled: 'switch',
    password: 'clear',
    password_hash: { as: 'password' },
    otp_auth_enabled: 'switch',
    passkey_auth_enabled: (value) => (value === false ? { suffix: '.passkey_auth_enabled.off' } : general),
    totp_secret_base64: 'clear',
    is_anonymous: (value) => (value === false ? { suffix: '.is_anonymous.off' } : general),
    selected_team_id: 'value',
    restricted_by_admin: 'switch',
    restricted_by_admin_reason: { as: 'restriction' },
    restricted_by_admin_private_details: { as: 'restriction' },
  },
  parts: {
    primary_email: ['primary_email_verified', 'primary_email_auth_enabled'],
    restricted_by_admin: ['restricted_by_admin_reason', 'restricted_by_admin_private_details'],
    restricted_by_admin_reason: ['restricted_by_admin_private_details'],
  },
};

const teamFields: FieldTable = {
  fields: {
    display_name: 'value',
    profile_image_url: 'clear',
    client_metadata: 'value',
    client_read_only_metadata: 'value',
    server_metadata: 'value',
  },
};

/** Tells one added, removed, or changed domain. */
function domainsFacet(value: unknown, before: unknown): Facet {
  const { added, removed, changed } = compareItems(value, before, 'domain');
  const [one] = [...added, ...removed, ...changed];
  if (one === undefined || added.length + removed.length + changed.length !== 1) return { suffix: '.domains' };
  return { suffix: `.domains.${added.length === 1 ? 'added' : removed.length === 1 ? 'removed' : 'path'}`, about: one };
}

/** Tells one provider that was added, removed, turned on or off, or got other keys. */
function providersFacet(value: unknown, before: unknown): Facet {
  const { added, removed, changed } = compareItems(value, before, 'id');
  const [one] = [...added, ...removed, ...changed];
  if (one === undefined || added.length + removed.length + changed.length !== 1) return { suffix: '.oauth_providers' };
  const facet = (suffix: string): Facet => ({ suffix: `.oauth_providers.${suffix}`, about: one });
  if (changed.length === 0) return facet(added.length === 1 ? 'added' : 'removed');
  const [now, then] = [value, before].map((list) => isEnabled(itemsOf(list).find(({ id }) => id === one)));
  if (now !== then) return facet(now ? 'on' : 'off');
  return facet('keys');
}

/** Without the field, which later releases don't have, a listed provider is on (wire/newer 1). */
const isEnabled = (provider: Fields | undefined) => provider !== undefined && fieldOf(provider, 'enabled') !== false;

const projectFields: FieldTable = {
  fields: {
    display_name: 'value',
    description: 'value',
    is_production_mode: 'switch',
    logo_url: 'clear',
    logo_full_url: 'clear',
    full_logo_url: { as: 'logo_full_url' },
    logo_dark_mode_url: 'clear',
    logo_full_dark_mode_url: 'clear',
    sign_up_enabled: 'switch',
    credential_enabled: 'switch',
    magic_link_enabled: 'switch',
    passkey_enabled: 'switch',
    client_team_creation_enabled: 'switch',
    client_user_deletion_enabled: 'switch',
    allow_user_api_keys: 'switch',
    allow_team_api_keys: 'switch',
    create_team_on_sign_up: 'switch',
    allow_localhost: 'switch',
    domains: domainsFacet,
    oauth_providers: providersFacet,
    email_config: 'value',
    email_theme: 'value',
    team_creator_default_permissions: 'value',
    team_member_default_permissions: 'value',
    user_default_permissions: 'value',
    oauth_account_merge_strategy: 'value',
  },
};

/** Returns the facet of the one field that changed; the general one if several did, or none. */
function fieldFacet({ fields, parts = {} }: FieldTable, body: Fields, before: unknown): Facet {
  const changed = changedFields(body, before);
  const names = Object.keys(changed);
  const leading = names.filter((name) => !names.some((other) => fieldOf(parts, other)?.includes(name)));
  const [name] = leading;
  if (name === undefined || leading.length !== 1 || !Object.hasOwn(fields, name)) return general;
  const kind = fields[name];
  const value = changed[name];
  if (typeof kind === 'function') return kind(value, fieldOf(fieldsOf(before), name));
  if (kind === 'switch') return { suffix: `.${name}.${value === true ? 'on' : 'off'}` };
  const key = typeof kind === 'object' ? kind.as : name;
  return { suffix: value === null && fields[key] === 'clear' ? `.${key}.off` : `.${key}` };
}

const byFields = (table: FieldTable) => (context: FacetContext) => fieldFacet(table, context.body, context.before);

function configFacet({ body }: FacetContext): Facet {
  const keys = Object.keys(parseConfiguration(body.config_override_string) ?? {});
  const [key] = keys;
  if (key === undefined) return general;
  if (keys.every((each) => /^auth\.signUpRules(\.|DefaultAction$|$)/.test(each))) return { suffix: '.rules' };
  return keys.length === 1 ? { suffix: '.key', key } : general;
}

const revokedFacet = ({ body }: FacetContext): Facet => (body.revoked === true ? { suffix: '.revoked' } : general);

const definitionFacet = byFields({ fields: { id: 'value', description: 'value', contained_permission_ids: 'value' } });

const countOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);

/** By endpoint; without an entry, an endpoint has one sentence. */
export const facets: Readonly<Record<string, (context: FacetContext) => Facet>> = {
  'auth.createSession': ({ body }) => (body.is_impersonation === true ? { suffix: '.impersonation' } : general),
  'auth.revokeSession': ({ endsImpersonation }) => (endsImpersonation ? { suffix: '.impersonation' } : general),
  'oauth.updateProvider': byFields({ fields: { allow_sign_in: 'switch' } }),
  'contactChannels.update': byFields({
    fields: { is_verified: 'switch', used_for_auth: 'switch', is_primary: 'switch' },
    parts: { value: ['type', 'is_verified'], is_primary: ['type'] },
  }),
  'users.update': byFields(userFields),
  'users.updateMe': byFields(userFields),
  'users.create': ({ body }) => (body.is_anonymous === true ? { suffix: '.anonymous' } : general),
  'teams.update': byFields(teamFields),
  'teams.removeMember': ({ params, byAccount }) => (byAccount && params.user_id === 'me' ? { suffix: '.own' } : general),
  'permissions.updateTeamDefinition': definitionFacet,
  'permissions.updateProjectDefinition': definitionFacet,
  'projects.update': ({ body, before }) => fieldFacet(projectFields, flatProject(body), flatProject(before)),
  'config.override': configFacet,
  'config.overrideLevel': configFacet,
  'config.resetKeys': ({ body }) => (countOf(body.keys) === 1 ? { suffix: '.key', key: String((body.keys as unknown[])[0]) } : general),
  'apiKeys.updateUserKey': revokedFacet,
  'apiKeys.updateTeamKey': revokedFacet,
  'apiKeys.updateKeySet': revokedFacet,
  'emails.updateTemplateById': byFields({ fields: { theme_id: 'value' } }),
  'emails.sendEmail': ({ body }) => ({ suffix: '', count: countOf(body.user_ids) }),
  'emails.setNotificationPreference': byFields({ fields: { enabled: (value) => ({ suffix: value === true ? '.on' : '.off' }) } }),
  'emailDrafts.update': byFields({ fields: { display_name: 'value', theme_id: 'value' } }),
  'emailDrafts.send': ({ body }) => (body.all_users === true ? { suffix: '.all' } : { suffix: '', count: countOf(body.user_ids) }),
  'outbox.update': ({ body, before }) =>
    body.cancel === true
      ? { suffix: '.cancel' }
      : fieldFacet({ fields: { is_paused: 'switch', scheduled_at_millis: 'value', to: 'value' } }, body, before),
};
