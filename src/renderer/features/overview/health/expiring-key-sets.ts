import type { KeySet } from '../../../../contract/service/models/api-key-models';

const dayMillis = 86_400_000;

/** Number of days before its expiry from which on a key set is listed, and that from which on it is urgent. */
export const soonDays = 30;
const urgentDays = 7;

export interface ExpiringKeySet {
  readonly id: string;
  readonly description: string;
  /** The last four characters of its most powerful key. */
  readonly lastFour: string | undefined;
  readonly expiresAt: number;
  readonly isUrgent: boolean;
}

/** Returns the key sets in use that expire soon, the next one first. */
export function expiringKeySets(sets: readonly KeySet[], now: number): ExpiringKeySet[] {
  return sets
    .filter(({ manually_revoked_at_millis: revokedAt, expires_at_millis: expiresAt }) => {
      return revokedAt === undefined && expiresAt > now && expiresAt <= now + soonDays * dayMillis;
    })
    .map((set) => ({
      id: set.id,
      description: set.description,
      lastFour: (set.super_secret_admin_key ?? set.secret_server_key ?? set.publishable_client_key)?.last_four,
      expiresAt: set.expires_at_millis,
      isUrgent: set.expires_at_millis <= now + urgentDays * dayMillis,
    }))
    .sort((one, other) => one.expiresAt - other.expiresAt);
}
