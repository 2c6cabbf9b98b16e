/** The keys of a project: their kinds, their form, and the sets in which the service creates them. */
import type { Connection } from '#contract/bridge/connections.ts';
import type { KeyEndings } from '#contract/service/models/api-key-models.ts';
import type { SecretReference } from '#contract/service/models/secret.ts';

export const keyKinds = ['client', 'server', 'admin'] as const;
export type KeyKind = (typeof keyKinds)[number];

export const keyPrefixes: Readonly<Record<KeyKind, string>> = { client: 'pck_', server: 'ssk_', admin: 'sak_' };
const secret = /^[0-9a-hjkmnp-tv-z]{45}$/;

/** The field of a key set that contains a kind of key. */
export const keyFields = {
  client: 'publishable_client_key',
  server: 'secret_server_key',
  admin: 'super_secret_admin_key',
} as const satisfies Readonly<Record<KeyKind, keyof KeyEndings>>;

/** The environment variables in which programs of the project have their keys. */
export const keyVariables: Readonly<Record<KeyKind, string>> = {
  client: 'NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY',
  server: 'STACK_SECRET_SERVER_KEY',
  admin: 'STACK_SUPER_SECRET_ADMIN_KEY',
};

/** Returns the kind whose prefix a text starts with; undefined for any other text. */
export function prefixedKind(text: string): KeyKind | undefined {
  return keyKinds.find((kind) => text.toLowerCase().startsWith(keyPrefixes[kind]));
}

/** Returns the kind of a key that has the service's form from its first to its last character; undefined for any other text. */
export function completeKind(text: string): KeyKind | undefined {
  return keyKinds.find((kind) => text.startsWith(keyPrefixes[kind]) && secret.test(text.slice(keyPrefixes[kind].length)));
}

/** One key of a set. */
export interface KeyEnding {
  readonly kind: KeyKind;
  readonly lastFour: string;
}

/** Returns the keys of a set. Those of kinds that this version doesn't know are left out. */
export function keysOfSet(set: KeyEndings): KeyEnding[] {
  return keyKinds.flatMap((kind) => {
    const key = set[keyFields[kind]];
    return key === undefined ? [] : [{ kind, lastFour: key.last_four }];
  });
}

/** Returns the kinds of a set's keys that the connection uses, as far as their last four characters tell. */
export function kindsInUse(set: KeyEndings, { credentials }: Pick<Connection, 'credentials'>): KeyKind[] {
  return keysOfSet(set).flatMap(({ kind, lastFour }) => (credentials[kind] === lastFour ? [kind] : []));
}

/** What the text of a user's or team's API key says (wire/flows 16.1). */

export type ApiKeyOwner = 'user' | 'team';

export interface ApiKeyText {
  readonly owner: ApiKeyOwner;
  readonly id: string;
}

const form =
  /^[a-z]{2,}_[0-9a-z]{45}([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(user|team)[0-9]574ck4u7h[0-9a-f]{8}$/;

/** Returns the ID and the owner's kind that an API key contains; null for any other text. Only the service knows whether they are true. */
export function readApiKeyText(text: string): ApiKeyText | null {
  const [whole, ...parts] = form.exec(text) ?? [];
  if (whole === undefined) return null;
  return { owner: parts[5] === 'team' ? 'team' : 'user', id: parts.slice(0, 5).join('-') };
}

/** What the service returns once: the texts of new keys, as references. */
export interface CreatedSecret {
  /** A key of the project, or the API key of a user or team. */
  readonly kind: KeyKind | 'api-key';
  readonly secret: SecretReference;
}

/** An API key, or a set of project keys, with references to their texts, which no later response contains. */
export interface CreatedKeys {
  readonly id: string;
  readonly description: string;
  /** Undefined for keys without expiry. */
  readonly expiresAtMillis: number | undefined;
  readonly secrets: readonly CreatedSecret[];
}
