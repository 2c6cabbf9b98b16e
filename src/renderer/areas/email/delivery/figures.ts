/** What the figures of delivery say in plain numbers (wire/later 5). */
import type { DeliveryFigures } from '#contract/service/models/outbox-models.ts';

export const periods = ['hour', 'day', 'week', 'month'] as const;

/** Returns how many emails may be sent in an hour. */
export function emailsPerHour({ capacity }: DeliveryFigures): number {
  return Math.round(capacity.rate_per_second * 3600);
}

/** Returns the share (0 to 1) of its usual capacity that a project has, because emails bounced or were marked as spam; null for all of it. */
export function penaltyOf({ capacity: { penalty_factor: factor } }: DeliveryFigures): number | null {
  return factor < 1 ? Math.max(0, factor) : null;
}

/** Returns when the boost ends (ms since the epoch); null without one, undefined for a boost without an end. */
export function boostEndOf({ capacity }: DeliveryFigures): number | null | undefined {
  if (capacity.is_boost_active !== true) return null;
  const end = Date.parse(capacity.boost_expires_at ?? '');
  return Number.isNaN(end) ? undefined : end;
}
