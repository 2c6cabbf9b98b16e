/** The keys of a project, as the requests of one call see them. */
import type { AccessType } from '../../contract/kit';

/** Reads a key; resolves to null when the secret store no longer has it. Fails with the secret store's codes. */
export type ReadKey = () => Promise<string | null>;

/** Which keys there are is known at once; a key itself is read when a request needs it. */
export type ProjectKeys = { readonly [K in AccessType]?: ReadKey };

/** Returns keys that need no reading, such as those typed into a form. */
export function keysInHand(keys: { readonly [K in AccessType]?: string }): ProjectKeys {
  return Object.fromEntries(Object.entries(keys).map(([access, key]) => [access, async () => key]));
}

/** Returns a reader that reads at most once, so that a call which sends several requests does not read for each. */
export function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
