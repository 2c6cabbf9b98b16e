/** Which API keys a list shows, and in which order. */
import { type KeyValidity, keyValidity } from '../../../contract/service/models/key-validity';
import type { ApiKey } from '../../queries/api-keys';

export type KeyStatus = KeyValidity | 'expires-soon';

/** A key with its status at the time of the list. */
export interface KeyRow {
  readonly key: ApiKey;
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

/** Returns the keys that match a filter, the valid ones first, then by creation, the newest first. */
export function keyRows(keys: readonly ApiKey[], { text, validity }: KeyFilter, now: number): KeyRow[] {
  const wanted = folded(text);
  return keys
    .filter((key) => wanted === '' || folded(key.description).includes(wanted) || key.value.last_four.toLowerCase().includes(wanted))
    .map((key) => ({ key, status: statusOf(key, now) }))
    .filter(({ status }) => validity === 'any' || validityOf(status) === validity)
    .sort((a, b) => Number(isValid(b)) - Number(isValid(a)) || b.key.created_at_millis - a.key.created_at_millis);
}

/** Whether a row's key can be used. */
export function isValid({ status }: KeyRow): boolean {
  return validityOf(status) === 'valid';
}

function statusOf(key: ApiKey, now: number): KeyStatus {
  const validity = keyValidity(key, now);
  if (validity !== 'valid') return validity;
  return key.expires_at_millis !== undefined && key.expires_at_millis - now <= soonMillis ? 'expires-soon' : 'valid';
}

function validityOf(status: KeyStatus): KeyValidity {
  return status === 'expires-soon' ? 'valid' : status;
}

function folded(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
