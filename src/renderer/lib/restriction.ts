import type { ClientUser } from '../../contract/service/models';
import type { MessageKey, Translator } from '../../messages/translator';

type RestrictionFields = Partial<
  Pick<ClientUser, 'is_restricted' | 'restricted_reason' | 'restricted_by_admin' | 'restricted_by_admin_reason'>
>;

/** Types of reason that have a text (errors.json, RESTRICTED_USER_NOT_ALLOWED). */
const reasons: Readonly<Record<string, MessageKey>> = {
  anonymous: 'restriction.anonymous',
  email_not_verified: 'restriction.email-not-verified',
  restricted_by_administrator: 'restriction.by-admin',
};

/**
 * Returns why a user may not use parts of the project: an admin's own text, or what the type of reason means. Null for a user
 * without restrictions, and on releases before 2.8.59 (newer 2.2).
 */
export function restrictionOf(user: RestrictionFields, { t }: Pick<Translator, 't'>): string | null {
  const isByAdmin = user.restricted_by_admin === true;
  if (user.is_restricted !== true && !isByAdmin) return null;
  const text = isByAdmin ? user.restricted_by_admin_reason?.trim() : undefined;
  if (text) return text;
  const type = isByAdmin ? 'restricted_by_administrator' : (user.restricted_reason?.type.trim() ?? '');
  if (Object.hasOwn(reasons, type)) return t(reasons[type] ?? 'restriction.unknown');
  // A type that a later release adds is better shown as it is than not at all.
  return type === '' ? t('restriction.unknown') : type;
}
