/** Which keys a list shows, and in which order: API keys, or sets of project keys. */

import { type KeyValidity, keyValidity } from '#contract/service/models/api-key-models.ts';
import { foldText } from '#lib/search.ts';

export type KeyStatus = KeyValidity | 'expires-soon';

/** What keys of every kind have. */
export interface ListedKey {
  readonly description: string;
  readonly created_at_millis: number;
  /** Absent for a key without expiry. */
  readonly expires_at_millis?: number | undefined;
  readonly manually_revoked_at_millis?: number | undefined;
}

/** A key with its status at the time of the list. */
export interface KeyRow<K extends ListedKey> {
  readonly key: K;
  readonly status: KeyStatus;
}

/** What a list is filtered by. A key that expires soon is among the valid ones. */
export interface KeyFilter {
  /** Part of the description, or of the key's last four characters. */
  readonly text: string;
  readonly validity: KeyValidity | 'any';
}

/** Milliseconds before its expiry from which on a key expires soon. */
const soonMillis = 14 * 86_400_000;

/**
 * Returns the keys that match a filter, the valid ones first, then by creation, the newest first. `endingsOf` returns the last characters
 * of a key, or of those in a set.
 */
export function keyRows<K extends ListedKey>(
  keys: readonly K[],
  { text, validity }: KeyFilter,
  now: number,
  endingsOf: (key: K) => readonly string[],
): KeyRow<K>[] {
  const wanted = foldText(text);
  const isFound = (key: K) => [key.description, ...endingsOf(key)].some((one) => foldText(one).includes(wanted));
  return keys
    .filter((key) => wanted === '' || isFound(key))
    .map((key) => ({ key, status: statusOf(key, now) }))
    .filter(({ status }) => validity === 'any' || validityOf(status) === validity)
    .sort((a, b) => Number(isValid(b)) - Number(isValid(a)) || b.key.created_at_millis - a.key.created_at_millis);
}

/** Whether any key can be used. */
export function hasValid(keys: readonly ListedKey[], now: number): boolean {
  return keys.some((key) => keyValidity(key, now) === 'valid');
}

/** Whether a row's key can be used. */
export function isValid({ status }: Pick<KeyRow<ListedKey>, 'status'>): boolean {
  return validityOf(status) === 'valid';
}

/** Returns the status of a key at a moment. */
export function statusOf(key: ListedKey, now: number): KeyStatus {
  const validity = keyValidity(key, now);
  if (validity !== 'valid') return validity;
  return key.expires_at_millis !== undefined && key.expires_at_millis - now <= soonMillis ? 'expires-soon' : 'valid';
}

function validityOf(status: KeyStatus): KeyValidity {
  return status === 'expires-soon' ? 'valid' : status;
}

/** Returns the last characters of an API key, for `keyRows`. */
export function endingsOfApiKey({ value }: { readonly value: { readonly last_four: string } }): readonly string[] {
  return [value.last_four];
}
