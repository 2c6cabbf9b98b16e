/** Stages of an expiry, by the time that is left. */

const dayMillis = 86_400_000;

/** Days before its expiry at which a key is pointed out, again at each. */
export const expiryStages = [30, 7, 1] as const;
export type ExpiryStage = (typeof expiryStages)[number];

/** Returns the smallest stage that the time is within; null for a time that has passed, is further away, or doesn't exist. */
export function expiryStage(expiresAtMillis: number | undefined, now: number): ExpiryStage | null {
  if (expiresAtMillis === undefined || expiresAtMillis <= now) return null;
  return expiryStages.findLast((days) => expiresAtMillis <= now + days * dayMillis) ?? null;
}
