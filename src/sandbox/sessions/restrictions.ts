/** Why a user may not use the project yet (wire/later 1). */
import type { Release } from '../releases/release';
import type { Project } from '../stores/project-store';
import type { UserRow } from '../stores/user-store';

export type RestrictedReason = 'anonymous' | 'email_not_verified' | 'restricted_by_administrator';

/** Returns the first reason that applies, or null for a user without restrictions. */
export function restrictionOf(release: Release, { config }: Project, user: UserRow): RestrictedReason | null {
  if (!release.has('restricted-users')) return null;
  if (user.is_anonymous === 1) return 'anonymous';
  if (config.later?.requireEmailVerification && user.email_verified !== 1) return 'email_not_verified';
  return user.restricted_by_admin === 1 ? 'restricted_by_administrator' : null;
}
