/** Whether a key can still be used. */

export type KeyValidity = 'valid' | 'expired' | 'revoked';

/** The times of a key that decide its validity (wire/endpoints 0.9 and 0.10). */
interface KeyTimes {
  /** Absent for a key without expiry. */
  readonly expires_at_millis?: number | undefined;
  /** Absent for a key that was not revoked. */
  readonly manually_revoked_at_millis?: number | undefined;
}

/**
 * Returns the validity of a key at `now`: expired, else revoked, else valid. The service's responses don't contain it. The service's check of
 * a key reports a revocation first (wire/endpoints 8), so this decides what is shown, and not which error a key causes.
 */
export function keyValidity({ expires_at_millis: expiresAt, manually_revoked_at_millis: revokedAt }: KeyTimes, now: number): KeyValidity {
  if (expiresAt !== undefined && expiresAt <= now) return 'expired';
  return revokedAt === undefined ? 'valid' : 'revoked';
}
