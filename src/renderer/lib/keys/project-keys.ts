/** The keys of a project: their kinds, their form, and the sets in which the service creates them. */
import type { Connection } from '../../../contract/bridge/connections';
import type { KeySet } from '../../../contract/service/models/api-key-models';

export const keyKinds = ['client', 'server', 'admin'] as const;
export type KeyKind = (typeof keyKinds)[number];

export const keyPrefixes: Readonly<Record<KeyKind, string>> = { client: 'pck_', server: 'ssk_', admin: 'sak_' };
const secret = /^[0-9a-hjkmnp-tv-z]{45}$/;

/** The field of a key set that contains a kind of key. */
export const keyFields = {
  client: 'publishable_client_key',
  server: 'secret_server_key',
  admin: 'super_secret_admin_key',
} as const satisfies Readonly<Record<KeyKind, keyof KeySet>>;

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
export function keysOfSet(set: KeySet): KeyEnding[] {
  return keyKinds.flatMap((kind) => {
    const key = set[keyFields[kind]];
    return key === undefined ? [] : [{ kind, lastFour: key.last_four }];
  });
}

/** Returns the kinds of a set's keys that the connection uses, as far as their last four characters tell. */
export function kindsInUse(set: KeySet, { credentials }: Pick<Connection, 'credentials'>): KeyKind[] {
  return keysOfSet(set).flatMap(({ kind, lastFour }) => (credentials[kind] === lastFour ? [kind] : []));
}
