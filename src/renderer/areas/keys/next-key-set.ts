/** The keys that replace others. */
import type { KeySet } from '#contract/service/models/api-key-models.ts';
import type { NewKeySet } from '#data/key-sets.ts';
import { keysOfSet } from '#lib/rules/project-keys.ts';
import { isNever, neverMillis } from '#parts/api-keys/key-expiry.ts';

const defaultLifetimeMillis = 90 * 86_400_000;

/**
 * Returns a set with the same name, types and lifetime, from `now` on. A set that was created with an expiry in the past gets 90 days. Null if
 * none of its types is known.
 */
export function nextKeySet(set: KeySet, now: number): NewKeySet | null {
  const kinds = keysOfSet(set).map(({ kind }) => kind);
  if (kinds.length === 0) return null;
  const lifetime = set.expires_at_millis - set.created_at_millis;
  const expiresAt = now + (lifetime > 0 ? lifetime : defaultLifetimeMillis);
  const isEndless = isNever(set.expires_at_millis) || isNever(expiresAt);
  return { description: set.description, kinds, expiresAtMillis: isEndless ? neverMillis : expiresAt };
}
