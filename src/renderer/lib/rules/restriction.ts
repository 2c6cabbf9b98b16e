import type { ClientUser } from '#contract/service/models/user-models.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';

type RestrictionFields = Partial<
  Pick<ClientUser, 'is_restricted' | 'restricted_reason' | 'restricted_by_admin' | 'restricted_by_admin_reason'>
>;

/** Types of reason that have a text (tests/fixtures/wire/errors.json, RESTRICTED_USER_NOT_ALLOWED). */
const reasons = {
  anonymous: 'restriction.anonymous',
  email_not_verified: 'restriction.email-not-verified',
  restricted_by_administrator: 'restriction.by-admin',
} as const satisfies Readonly<Record<string, MessageKey>>;

export interface Restriction {
  /** What lifts it follows from this; `other` is a type that only later releases know, or none. */
  readonly type: keyof typeof reasons | 'other';
  /** An admin’s own text, or what the type means. */
  readonly reason: string;
}

/**
 * Returns why a user may not use parts of the project. Null for a user without restrictions, and on releases before 2.8.59
 * (wire/newer 2.2).
 */
export function restrictionOf(user: RestrictionFields, { t }: Pick<Translator, 't'>): Restriction | null {
  const isByAdmin = user.restricted_by_admin === true;
  if (user.is_restricted !== true && !isByAdmin) return null;
  const named = isByAdmin ? 'restricted_by_administrator' : (user.restricted_reason?.type.trim() ?? '');
  // A type that a later release adds is better shown as it is than not at all.
  if (!isKnown(named)) return { type: 'other', reason: named === '' ? t('restriction.unknown') : named };
  const text = isByAdmin ? user.restricted_by_admin_reason?.trim() : undefined;
  return { type: named, reason: text || t(reasons[named]) };
}

/** Whether a user has a primary email that isn't verified, and no restriction that says so already. */
export function isJustUnverified(
  user: RestrictionFields & Pick<ClientUser, 'primary_email' | 'primary_email_verified'>,
  messages: Pick<Translator, 't'>,
): boolean {
  return user.primary_email !== null && !user.primary_email_verified && restrictionOf(user, messages)?.type !== 'email_not_verified';
}

function isKnown(type: string): type is keyof typeof reasons {
  return Object.hasOwn(reasons, type);
}
