/** Exports of other services, by their columns: what becomes what, and what can't be brought along. */
import { listSeparator } from '#contract/export/csv.ts';
import type { ImportTarget } from '#contract/imports/mapping.ts';
import type { ExportOrigin, ImportLoss } from '#contract/imports/source.ts';

/** A target, or the start of a metadata path that ends with the rest of the column's name. */
type Suggested = ImportTarget | { readonly under: string };

export interface Origin {
  readonly name: ExportOrigin;
  /** Columns that all exports of the service have. */
  readonly signs: readonly string[];
  /** One of these too, where there are any. */
  readonly anyOf?: readonly string[];
  /** By the names of columns; those that end with a dot are starts. */
  readonly targets: Readonly<Record<string, Suggested>>;
  readonly losses: readonly ImportLoss[];
}

/** Where the service has its own ID or name, it is kept as text. */
const kept = (path: string): ImportTarget => ({ field: 'metadata', path, type: 'text' });

const origins: readonly Origin[] = [
  {
    // https://clerk.com/docs/deployments/exporting-users
    name: 'clerk',
    signs: ['id', 'primary_email_address', 'password_digest'],
    targets: {
      primary_email_address: { field: 'email' },
      password_digest: { field: 'password_hash' },
      username: kept('server.username'),
      id: kept('server.clerk_id'),
    },
    losses: ['ids-new', 'dates', 'providers', 'two-factor', 'phones', 'sessions', 'other-emails'],
  },
  {
    // https://auth0.com/docs/manage-users/user-migration/bulk-user-exports
    name: 'auth0',
    signs: ['user_id', 'email'],
    anyOf: ['identities', 'identities[0].connection', 'logins_count', 'app_metadata', 'user_metadata', 'nickname', 'email_verified'],
    targets: {
      user_id: kept('server.auth0_id'),
      email: { field: 'email' },
      email_verified: { field: 'email_verified' },
      name: { field: 'display_name' },
      picture: { field: 'profile_image_url' },
      passwordhash: { field: 'password_hash' },
      user_metadata: { field: 'client_metadata' },
      app_metadata: { field: 'server_metadata' },
      'user_metadata.': { under: 'client' },
      'app_metadata.': { under: 'server' },
    },
    losses: ['no-passwords', 'ids-new', 'dates', 'providers', 'two-factor', 'phones', 'sessions', 'roles', 'blocked'],
  },
  {
    // https://supabase.com/docs/guides/auth: the table auth.users.
    name: 'supabase',
    signs: ['id', 'email', 'raw_user_meta_data'],
    targets: {
      id: kept('server.supabase_id'),
      email: { field: 'email' },
      encrypted_password: { field: 'password_hash' },
      raw_user_meta_data: { field: 'client_metadata' },
      raw_app_meta_data: { field: 'server_metadata' },
      'raw_user_meta_data.': { under: 'client' },
      'raw_app_meta_data.': { under: 'server' },
    },
    losses: ['ids-new', 'dates', 'providers', 'two-factor', 'phones', 'sessions', 'roles', 'blocked'],
  },
  {
    // https://firebase.google.com/docs/cli/auth: auth:export.
    name: 'firebase',
    signs: ['localid', 'email'],
    anyOf: ['emailverified', 'passwordhash', 'provideruserinfo', 'createdat'],
    targets: {
      localid: kept('server.firebase_id'),
      email: { field: 'email' },
      emailverified: { field: 'email_verified' },
      displayname: { field: 'display_name' },
      photourl: { field: 'profile_image_url' },
      customattributes: { field: 'metadata', path: 'server.claims', type: 'auto' },
    },
    losses: ['hashes-unsupported', 'ids-new', 'dates', 'providers', 'two-factor', 'phones', 'sessions', 'blocked'],
  },
  {
    // https://www.keycloak.org/server/importExport: users of a realm.
    name: 'keycloak',
    signs: ['username', 'email', 'emailverified'],
    anyOf: ['credentials', 'requiredactions', 'realmroles', 'notbefore', 'createdtimestamp', 'totp'],
    targets: {
      id: kept('server.keycloak_id'),
      username: kept('server.username'),
      email: { field: 'email' },
      emailverified: { field: 'email_verified' },
      'attributes.': { under: 'server.attributes' },
    },
    losses: ['hashes-unsupported', 'ids-new', 'dates', 'providers', 'two-factor', 'sessions', 'roles', 'groups', 'usernames', 'blocked'],
  },
  {
    name: 'latchkey',
    signs: ['id', 'primary_email', 'display_name'],
    targets: {
      id: { field: 'id' },
      primary_email: { field: 'email' },
      email_verified: { field: 'email_verified' },
      display_name: { field: 'display_name' },
      profile_image_url: { field: 'profile_image_url' },
      teams: { field: 'team', by: 'name', separator: listSeparator },
      permissions: { field: 'permission', separator: listSeparator },
      client_metadata: { field: 'client_metadata' },
      client_read_only_metadata: { field: 'client_read_only_metadata' },
      server_metadata: { field: 'server_metadata' },
      'client.': { under: 'client' },
      'client_read_only.': { under: 'client_read_only' },
      'server.': { under: 'server' },
      // Of JSON, where all metadata of a kind is an object.
      'client_metadata.': { under: 'client' },
      'client_read_only_metadata.': { under: 'client_read_only' },
      'server_metadata.': { under: 'server' },
    },
    losses: ['no-passwords', 'dates', 'providers', 'two-factor', 'sessions', 'other-emails'],
  },
];

/** Returns the service from which a file of users comes; null for another file. */
export function originOf(columns: readonly string[]): Origin | null {
  const names = new Set(columns.map((name) => name.toLowerCase()));
  const has = (name: string) => names.has(name) || [...names].some((own) => own.startsWith(`${name}.`));
  return origins.find(({ signs, anyOf }) => signs.every(has) && (anyOf === undefined || anyOf.some(has))) ?? null;
}
