import type { ClientUser } from '../../contract/service/models';

type RestrictionFields = Partial<
  Pick<ClientUser, 'is_restricted' | 'restricted_reason' | 'restricted_by_admin' | 'restricted_by_admin_reason'>
>;

export interface Restriction {
  /** Why, as far as the service says: an admin's own text, or the service's type of reason as words. */
  readonly reason: string | null;
  readonly byAdmin: boolean;
}

/** Returns why a user may not use the project, or null for a user without restrictions and on releases before 2.8.59 (newer 2.2). */
export function restrictionOf(user: RestrictionFields): Restriction | null {
  const byAdmin = user.restricted_by_admin === true;
  if (user.is_restricted !== true && !byAdmin) return null;
  const text = byAdmin ? user.restricted_by_admin_reason?.trim() : undefined;
  return { byAdmin, reason: text || wordsOf(user.restricted_reason?.type) };
}

/** `email_not_verified` is read as `email not verified`; types of later releases stay readable. */
function wordsOf(type: string | undefined): string | null {
  return type?.replace(/[_-]+/g, ' ').trim() || null;
}
