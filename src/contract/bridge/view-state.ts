/** State of lists, panels and sizes: stored per scope and across restarts. Not essential. */
import { z } from 'zod';
import { metadataSchemaPrefix } from '../configuration/metadata-schema-key';
import { call, event } from '../definitions';
import { json } from '../service/models/fields';
import { seenCountriesPrefix } from '../service/models/session-countries';

/** A connection's ID, or `app`. */
const scope = z.string().min(1).max(64);
const key = z.string().regex(/^[a-z][a-z0-9.-]{0,63}$/);

/** A value that a window set; `null` if it removed the key. */
const viewValue = z.strictObject({ scope, key, value: json });
export type ViewValue = z.output<typeof viewValue>;

/**
 * Prefixes of the keys of what all windows show alike, unlike sizes and filters: names that the user gave, what was created here, what was
 * seen, and the schemas of metadata.
 */
const sharedKeyPrefixes = ['passkey-name.', 'created-key-set.', 'replaced-key-set.', seenCountriesPrefix, metadataSchemaPrefix];

/** Whether all windows learn of a value with this key. */
export function isSharedKey(key: string): boolean {
  return sharedKeyPrefixes.some((prefix) => key.startsWith(prefix));
}

export const viewState = {
  read: call(z.strictObject({ scope }), z.record(z.string(), json)),
  /** Sets a value; `null` removes the key. Throws `too-large` for a value of more than 16 kB of JSON, or 32 levels. */
  write: call(viewValue, z.null()),
  /** Sent to every window after a value with a shared key was stored. */
  sharedWritten: event(viewValue),
};
