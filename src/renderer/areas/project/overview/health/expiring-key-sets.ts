import type { KeySet } from '#contract/service/models/api-key-models.ts';
import { expiryStage, expiryStages } from '#contract/service/models/expiry.ts';

/** Number of days before its expiry from which on a key set is listed. */
export const soonDays = expiryStages[0];

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
    .map((set) => ({ set, stage: expiryStage(set.expires_at_millis, now) }))
    .filter(({ set, stage }) => set.manually_revoked_at_millis === undefined && stage !== null)
    .map(({ set, stage }) => ({
      id: set.id,
      description: set.description,
      lastFour: (set.super_secret_admin_key ?? set.secret_server_key ?? set.publishable_client_key)?.last_four,
      expiresAt: set.expires_at_millis,
      isUrgent: stage !== soonDays,
    }))
    .sort((one, other) => one.expiresAt - other.expiresAt);
}
