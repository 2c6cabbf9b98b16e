/** The keys of a project that the requests of one call use. */
import type { AccessType } from '#contract/definitions.ts';

/** Reads a key; resolves to null when the secret store no longer has it. Throws the secret store's codes. */
export type ReadKey = () => Promise<string | null>;

/** Readers for the keys that a project has. A key is read only when a request needs it. */
export type ProjectKeys = { readonly [K in AccessType]?: ReadKey };

/** Wraps keys that are already in memory, such as those typed into a form. */
export function keysInHand(keys: { readonly [K in AccessType]?: string }): ProjectKeys {
  return Object.fromEntries(Object.entries(keys).map(([access, key]) => [access, async () => key]));
}

/** Returns a reader that reads at most once, for a call that sends several requests. */
export function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
