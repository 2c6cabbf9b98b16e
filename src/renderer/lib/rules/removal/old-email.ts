/** The address that was primary, after another one became it (wire/corrections 2.8.86). */
import type { KnownFeatures } from '../../../../contract/bridge/connections';
import type { ClientUser, ContactChannel } from '../../../../contract/service/models/models';

/** What becomes of the previous primary address. */
export const oldEmailFates = ['remove', 'off', 'keep'] as const;
export type OldEmailFate = (typeof oldEmailFates)[number];

/**
 * Whether the service keeps the previous address of a user whose primary email is replaced or cleared. Undefined while unknown. Users
 * can be restricted from the same release on, so that a user's fields show it as well.
 */
export function keepsOldEmail(features: KnownFeatures | null | undefined, user: Pick<ClientUser, 'is_restricted'>): boolean | undefined {
  return features?.['old-email-kept'] ?? (user.is_restricted === undefined ? undefined : true);
}

/** Returns the address that was primary, if the user still has it. */
export function findOldEmail(emails: readonly ContactChannel[], value: string): ContactChannel | undefined {
  const folded = value.trim().toLowerCase();
  return emails.find((email) => !email.is_primary && email.value.toLowerCase() === folded);
}
