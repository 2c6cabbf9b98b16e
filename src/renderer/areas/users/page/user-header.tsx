import type { ReactNode } from 'react';
import { isAnonymous } from '#contract/service/models/sign-in-methods.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useUserName } from '#lib/rules/names.ts';
import { isJustUnverified } from '#lib/rules/restriction.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { RestrictionBadge } from '../restriction-badge';
import styles from './user-panel.module.css';

interface UserHeaderProps {
  user: ServerUser;
  /** What can be done with the user; below the rest where there is no room. */
  actions: ReactNode;
  /** Icon buttons at the right edge. */
  buttons: ReactNode;
}

/** The user's picture, name, badges, email, and times. */
export function UserHeader({ user, actions, buttons }: UserHeaderProps) {
  const { display_name: name, primary_email: email } = user;
  const title = useUserName()(user);
  return (
    <header className={styles.header}>
      <Avatar id={user.id} name={name} email={email} imageUrl={user.profile_image_url} size={48} />
      <div className={styles.badges}>
        <h2 className={styles.name} title={title}>
          <bdi>{title}</bdi>
        </h2>
        <span className={styles.marks}>
          <UserBadges user={user} />
        </span>
      </div>
      <div className={styles.facts}>
        {email !== null && email !== title && (
          <bdi className={styles.email} title={email}>
            {email}
          </bdi>
        )}
        <RelativeTime of="users.signed-up" millis={user.signed_up_at_millis} className={styles.time} />
        <RelativeTime of="users.active" millis={user.last_active_at_millis} className={styles.time} />
      </div>
      <div className={styles.actions}>{actions}</div>
      <div className={styles.buttons}>{buttons}</div>
    </header>
  );
}

function UserBadges({ user }: { user: ServerUser }) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <>
      {isJustUnverified(user, messages) && <Badge tone="warn">{t('users.unverified-email')}</Badge>}
      {isAnonymous(user) && <Badge>{t('method.anonymous')}</Badge>}
      <RestrictionBadge user={user} />
      {user.requires_totp_mfa && <Badge tone="good">{t('users.second-step')}</Badge>}
    </>
  );
}

/** The loading header and first lines. */
export function UserSkeleton() {
  return (
    <>
      <div className={styles.header}>
        <LoadingStatus />
        <Skeleton circle width={48} height={48} />
        <div className={styles.names}>
          <Skeleton width={160} height={16} />
          <Skeleton width={200} />
        </div>
      </div>
      <div className={styles.loading}>
        {[180, 240, 200, 220].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </>
  );
}
