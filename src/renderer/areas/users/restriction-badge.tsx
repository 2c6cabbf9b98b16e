import type { ServerUser } from '#contract/service/models/user-models.ts';
import { cx } from '#lib/class-names.ts';
import { restrictionOf } from '#lib/rules/restriction.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import styles from './restriction-badge.module.css';

/**
 * Marks a restricted user. The reason is the tooltip, and visible in a wide container that is called `user-head`. Renders nothing for an
 * anonymous user, whom later releases restrict always: that is shown where the user is called anonymous.
 */
export function RestrictionBadge({ user, className }: { user: ServerUser; className?: string | undefined }) {
  const messages = useMessages();
  const restriction = restrictionOf(user, messages);
  if (restriction === null || restriction.type === 'anonymous') return null;
  const { reason } = restriction;
  return (
    <Badge tone="warn" title={reason} className={cx(styles.badge, className)}>
      <span aria-hidden="true" className={styles.short}>
        {messages.t('users.restricted.short')}
      </span>
      <span className={styles.full}>{messages.t('users.restricted', { reason })}</span>
    </Badge>
  );
}
