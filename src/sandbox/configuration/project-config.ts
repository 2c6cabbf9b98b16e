/** A project's settings as keys of its configuration, and back (wire/later 7.4). */

import type { ConfigLevel } from '#contract/service/config.ts';
import type { Store } from '../database/database';
import type { SandboxContext } from '../http/context';
import { type Random, uuid } from '../random';
import { type ConfigOverride, hasOverride, readOverride, writeOverride } from '../stores/config-store';
import { type OAuthProvider, type Project, type ProjectConfig, updateConfig } from '../stores/project-store';
import { changedKeys, entriesOf, storeDefinitions } from './definitions';
import { mergeOverrides, renderConfig } from './levels';

/** Keys whose values are those of a setting. */
const plainKeys = {
  sign_up_enabled: 'auth.allowSignUp',
  credential_enabled: 'auth.password.allowSignIn',
  magic_link_enabled: 'auth.otp.allowSignIn',
  passkey_enabled: 'auth.passkey.allowSignIn',
  oauth_account_merge_strategy: 'auth.oauth.accountMergeStrategy',
  create_team_on_sign_up: 'teams.createPersonalTeamOnSignUp',
  client_team_creation_enabled: 'teams.allowClientTeamCreation',
  client_user_deletion_enabled: 'users.allowClientUserDeletion',
  allow_user_api_keys: 'apiKeys.enabled.user',
  allow_team_api_keys: 'apiKeys.enabled.team',
  allow_localhost: 'domains.allowLocalhost',
} as const satisfies Partial<Record<keyof ProjectConfig, string>>;

const permissionKeys = {
  team_creator_default_permissions: 'rbac.defaultPermissions.teamCreator',
  team_member_default_permissions: 'rbac.defaultPermissions.teamMember',
  user_default_permissions: 'rbac.defaultPermissions.signUp',
} as const satisfies Partial<Record<keyof ProjectConfig, string>>;

/** Returns the keys for the changed settings. A list replaces the whole record, and gives new IDs to entries that have none in it. */
function keysOf(change: Partial<ProjectConfig>, random: Random): ConfigOverride {
  const plain = Object.entries(plainKeys).map(([name, key]) => [key, change[name as keyof typeof plainKeys]] as const);
  const permissions = Object.entries(permissionKeys).map(([name, key]) => {
    const ids = change[name as keyof typeof permissionKeys];
    return [key, ids && Object.fromEntries(ids.map(({ id }) => [id, true]))] as const;
  });
  const domains = change.domains?.map(({ domain, handler_path }) => [uuid(random), { baseUrl: domain, handlerPath: handler_path }]);
  const providers = change.oauth_providers?.map((provider) => [provider.id, providerEntry(provider, random)]);
  const email = change.email_config;
  const lists = [
    ['domains.trustedDomains', domains && Object.fromEntries(domains)],
    ['auth.oauth.providers', providers && Object.fromEntries(providers)],
    ['emails.server', email && serverEntry(email)],
    ['emails.selectedThemeId', change.later?.themeId],
    ['onboarding.requireEmailVerification', change.later?.requireEmailVerification],
  ] as const;
  return Object.fromEntries([...plain, ...permissions, ...lists].filter(([, value]) => value !== undefined));
}

function providerEntry({ id, provider = id, type, enabled, ...keys }: OAuthProvider, random: Random): ConfigOverride {
  const { client_id, client_secret, facebook_config_id, microsoft_tenant_id, apple_bundle_ids } = keys;
  const entry = {
    type: provider,
    isShared: type === 'shared',
    allowSignIn: enabled,
    allowConnectedAccounts: enabled,
    clientId: client_id,
    clientSecret: client_secret,
    facebookConfigId: facebook_config_id,
    microsoftTenantId: microsoft_tenant_id,
    appleBundles: apple_bundle_ids && Object.fromEntries(apple_bundle_ids.map((bundleId) => [uuid(random), { bundleId }])),
  };
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}

function serverEntry(email: ProjectConfig['email_config']): ConfigOverride {
  if (email.type === 'shared') return { isShared: true };
  const { host, port, username, password, sender_name: senderName, sender_email: senderEmail } = email;
  return { isShared: false, provider: 'smtp', host, port, username, password, senderName, senderEmail };
}

interface Rendered {
  readonly project: { readonly requirePublishableClientKey: boolean };
  readonly auth: { readonly oauth: { readonly providers: Readonly<Record<string, RenderedProvider>> } };
  readonly onboarding: { readonly requireEmailVerification: boolean };
  readonly rbac: {
    readonly permissions: Parameters<typeof storeDefinitions>[2];
    readonly defaultPermissions: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  };
  readonly domains: { readonly trustedDomains: Readonly<Record<string, { readonly baseUrl?: string; readonly handlerPath: string }>> };
  readonly emails: { readonly selectedThemeId: string; readonly server: RenderedServer };
}

interface RenderedProvider {
  readonly type?: string;
  readonly allowSignIn: boolean;
  readonly isShared: boolean;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly facebookConfigId?: string;
  readonly microsoftTenantId?: string;
  readonly appleBundles: Readonly<Record<string, { readonly bundleId?: string }>>;
}

interface RenderedServer {
  readonly isShared: boolean;
  readonly provider: string;
  readonly host?: string;
  readonly port?: number;
  readonly username?: string;
  readonly password?: string;
  readonly senderName?: string;
  readonly senderEmail?: string;
  readonly managedSubdomain?: string;
  readonly managedSenderLocalPart?: string;
}

/** Returns the settings that a rendered configuration results in. */
function settingsOf(config: Readonly<Record<string, unknown>>): Omit<ProjectConfig, 'id'> {
  const { project, auth, onboarding, rbac, domains, emails } = config as unknown as Rendered;
  const valueAt = (key: string) =>
    key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], config);
  const plain = Object.fromEntries(Object.entries(plainKeys).map(([name, key]) => [name, valueAt(key)]));
  const permissions = Object.entries(permissionKeys).map(([name, key]) => {
    const given = rbac.defaultPermissions[key.split('.').at(-1) ?? ''] ?? {};
    return [name, Object.keys(given).flatMap((id) => (given[id] ? [{ id }] : []))];
  });
  return {
    ...(plain as Pick<ProjectConfig, keyof typeof plainKeys>),
    ...(Object.fromEntries(permissions) as Pick<ProjectConfig, keyof typeof permissionKeys>),
    oauth_providers: Object.entries(auth.oauth.providers).flatMap(([id, entry]) =>
      entry.type === undefined ? [] : [providerOf(id, entry)],
    ),
    domains: Object.values(domains.trustedDomains).flatMap(({ baseUrl, handlerPath }) =>
      baseUrl === undefined ? [] : [{ domain: baseUrl, handler_path: handlerPath }],
    ),
    email_config: serverOf(emails.server),
    later: {
      requireEmailVerification: onboarding.requireEmailVerification,
      requirePublishableClientKey: project.requirePublishableClientKey,
      themeId: emails.selectedThemeId,
    },
  };
}

function providerOf(id: string, entry: RenderedProvider): OAuthProvider {
  const { type = id, allowSignIn, isShared, clientId, clientSecret, facebookConfigId, microsoftTenantId } = entry;
  const bundleIds = Object.values(entry.appleBundles).flatMap(({ bundleId }) => bundleId ?? []);
  return {
    id,
    ...(type === id ? {} : { provider: type }),
    type: isShared ? 'shared' : 'standard',
    enabled: allowSignIn,
    ...(isShared || clientId === undefined ? {} : { client_id: clientId }),
    ...(isShared || clientSecret === undefined ? {} : { client_secret: clientSecret }),
    ...(facebookConfigId === undefined ? {} : { facebook_config_id: facebookConfigId }),
    ...(microsoftTenantId === undefined ? {} : { microsoft_tenant_id: microsoftTenantId }),
    ...(bundleIds.length === 0 ? {} : { apple_bundle_ids: bundleIds }),
  };
}

/** A managed domain reads as a server of the provider that manages it (wire/later 6). */
function serverOf(server: RenderedServer): ProjectConfig['email_config'] {
  if (server.isShared) return { type: 'shared' };
  const { password = '', senderName = '' } = server;
  const common = { type: 'standard', password, sender_name: senderName } as const;
  if (server.provider === 'managed') {
    const sender_email = `${server.managedSenderLocalPart}@${server.managedSubdomain}`;
    return { ...common, host: 'smtp.resend.com', port: 465, username: 'resend', sender_email };
  }
  const { host = '', port = 0, username = '', senderEmail = '' } = server;
  return { ...common, host, port, username, sender_email: senderEmail };
}

/**
 * Replaces a level of a project's configuration, and the settings and permission definitions that it results in. Runs inside the caller's
 * transaction.
 */
export function writeLevel(store: Store, project: number, level: ConfigLevel, override: ConfigOverride): void {
  writeOverride(store, project, level, override);
  const rendered = renderConfig(store, project);
  updateConfig(store, project, settingsOf(rendered));
  storeDefinitions(store, project, (rendered as unknown as Rendered).rbac.permissions);
}

/**
 * Changes settings of a project: from 2.8.28 on by writing their keys at the environment level. Runs inside the caller's transaction.
 */
export function changeSettings(
  { store, release, random }: Pick<SandboxContext, 'store' | 'release' | 'random'>,
  project: number,
  change: Partial<ProjectConfig>,
): void {
  if (!release.has('config-override')) {
    updateConfig(store, project, change);
    return;
  }
  changeKeys(store, project, keysOf(change, random));
}

/** Writes keys of the environment level, and the settings that they result in. Runs inside the caller's transaction. */
export function changeKeys(store: Store, project: number, keys: ConfigOverride): void {
  writeLevel(store, project, 'environment', mergeOverrides(readOverride(store, project, 'environment'), keys));
}

/** Changes permission definitions, from 2.8.28 on also their keys at the environment level. Runs inside the caller's transaction. */
export function changeDefinitions(
  { store, release }: Pick<SandboxContext, 'store' | 'release'>,
  project: number,
  change: () => void,
): void {
  const before = entriesOf(store, project);
  change();
  if (release.has('config-override')) changeKeys(store, project, changedKeys(before, entriesOf(store, project)));
}

/**
 * Writes the settings and permission definitions of a project to its configuration, which didn't exist before 2.8.28; earlier releases only
 * keep templates there. If it exists, which the first level shows, only definitions that it doesn't have are written.
 */
export function createConfiguration({ store, random }: Pick<SandboxContext, 'store' | 'random'>, { key, config }: Project): void {
  const isNew = !hasOverride(store, key, 'project');
  const { permissions } = (renderConfig(store, key) as unknown as Rendered).rbac;
  const definitions = changedKeys(
    {},
    Object.fromEntries(Object.entries(entriesOf(store, key)).filter(([id]) => !Object.hasOwn(permissions, id))),
  );
  if (isNew) {
    writeOverride(store, key, 'project', {});
    const keys = { ...keysOf(config, random), ...definitions };
    writeLevel(store, key, 'environment', mergeOverrides(keys, readOverride(store, key, 'environment')));
  } else if (Object.keys(definitions).length > 0) changeKeys(store, key, definitions);
}

/** What a new project stores of its settings; the others are the defaults of the configuration (wire/later 7.4). */
const storedByNew = [
  'credential_enabled',
  'allow_localhost',
  'team_creator_default_permissions',
  'team_member_default_permissions',
] as const satisfies readonly (keyof ProjectConfig)[];

const installedByNew = ['authentication', 'emails'];

/** Creates the configuration of a new project with its permission definitions. Runs inside the caller's transaction. */
export function createNewConfiguration(
  { store, release, random }: Pick<SandboxContext, 'store' | 'release' | 'random'>,
  { key, config }: Project,
): void {
  const apps = release.has('installed-apps') ? installedByNew.map((id) => [`apps.installed.${id}`, { enabled: true }]) : [];
  writeOverride(store, key, 'project', {});
  writeLevel(store, key, 'environment', {
    ...keysOf(Object.fromEntries(storedByNew.map((name) => [name, config[name]])), random),
    ...changedKeys({}, entriesOf(store, key)),
    ...Object.fromEntries(apps),
  });
}

/** Writes keys of the environment level that no setting depends on. Runs inside the caller's transaction. */
export function writeKeys(store: Store, project: number, keys: ConfigOverride): void {
  writeOverride(store, project, 'environment', mergeOverrides(readOverride(store, project, 'environment'), keys));
}
