/** Providers of an update as keys of the configuration, for those that a list of providers can't name (wire/later 7.4). */
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { AdminProject, ProjectUpdate } from '#contract/service/models/project-models.ts';

type Providers = NonNullable<NonNullable<ProjectUpdate['config']>['oauth_providers']>;
type Provider = Providers[number];
type Listed = AdminProject['config']['oauth_providers'][number];
type Entry = Readonly<Record<string, JsonValue>>;
type Entries = Readonly<Record<string, Entry>>;

/** What an update of a project writes of a provider. */
const written = ['type', 'allowSignIn', 'allowConnectedAccounts', 'isShared'];
const keyFields = {
  client_id: 'clientId',
  client_secret: 'clientSecret',
  facebook_config_id: 'facebookConfigId',
  microsoft_tenant_id: 'microsoftTenantId',
} as const satisfies Partial<Record<keyof Provider, string>>;
const keyNames: readonly string[] = Object.values(keyFields);

/**
 * Returns the keys that make the listed providers those of an update; null if an update of the list loses nothing, as it replaces the record
 * of the configuration: providers whose sign-in is off, IDs that aren't the type, and fields that the list doesn't have. An entry that the
 * update doesn't change isn't among the keys. `enabled: false` in the update counts as not listed.
 */
export function providerKeys(
  wanted: Providers,
  listed: readonly Listed[],
  rendered: JsonValue,
): Readonly<Record<string, JsonValue>> | null {
  const entries = entriesOf(rendered);
  if (Object.entries(entries).every(([key, entry]) => isWholeInList(key, entry, listed))) return null;
  const enabled = wanted.filter((provider) => provider.enabled !== false);
  const kept = new Set<string>(enabled.map(({ id }) => id));
  const removed = listed.filter(({ id }) => !kept.has(id)).map((provider) => [pathOf(keyOf(provider)), null] as const);
  const changed = enabled.flatMap((provider) => {
    const same = listed.filter(({ id }) => id === provider.id);
    if (same.some((stored) => hasSameKeys(stored, provider))) return [];
    const last = same.at(-1);
    const key = last ? keyOf(last) : unlistedKey(provider.id, entries);
    return [[pathOf(key), changedEntry(entries[key] ?? {}, provider)] as const];
  });
  return Object.fromEntries([...removed, ...changed]);
}

/** Returns the providers of a rendered configuration. */
function entriesOf(rendered: JsonValue): Entries {
  const providers = ['auth', 'oauth', 'providers'].reduce<JsonValue | undefined>((at, name) => fieldsOf(at)[name], rendered);
  return Object.fromEntries(Object.entries(fieldsOf(providers)).map(([key, entry]) => [key, fieldsOf(entry)]));
}

function fieldsOf(value: JsonValue | undefined): Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entry) : {};
}

function isWholeInList(key: string, entry: Entry, listed: readonly Listed[]): boolean {
  const isListed = listed.some((provider) => provider.id === key && keyOf(provider) === key);
  const further = Object.entries(entry).some(([name, value]) => ![...written, ...keyNames].includes(name) && isSet(value));
  return isListed && !further && entry.allowConnectedAccounts !== false;
}

/** Before 2.8.24, providers are listed without their keys in the configuration. */
function keyOf({ id, provider_config_id: key = id }: Listed): string {
  return key;
}

const pathOf = (key: string) => `auth.oauth.providers.${key}`;

/** Returns the key of the provider of a type that isn't listed, or a free one. */
function unlistedKey(type: string, entries: Entries): string {
  const found = Object.keys(entries).find((key) => entries[key]?.type === type);
  if (found !== undefined) return found;
  let key = type;
  for (let number = 2; Object.hasOwn(entries, key); number += 1) key = `${type}-${number}`;
  return key;
}

function hasSameKeys(stored: Listed, provider: Provider): boolean {
  const names = Object.keys(keyFields) as (keyof typeof keyFields)[];
  return stored.type === provider.type && names.every((name) => stored[name] === provider[name]);
}

/** Returns an entry with what the update says, and with everything that it can't say. A default isn't written. */
function changedEntry(stored: Entry, provider: Provider): Entry {
  const kept = Object.entries(stored).filter(([name, value]) => !keyNames.includes(name) && isSet(value));
  const keys = Object.entries(keyFields).map(([name, key]) => [key, provider[name as keyof typeof keyFields]] as const);
  return {
    allowConnectedAccounts: true,
    ...Object.fromEntries(kept),
    type: provider.id,
    allowSignIn: true,
    isShared: provider.type === 'shared',
    ...(Object.fromEntries(keys.filter(([, value]) => value !== undefined)) as Entry),
  };
}

function isSet(value: JsonValue): boolean {
  return value !== null && (typeof value !== 'object' || Object.keys(value).length > 0);
}
