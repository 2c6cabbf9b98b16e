import type { ReactNode } from 'react';
import type { ServerUser } from '../../../contract/service/models/models';
import { isAnonymous } from '../../../contract/service/models/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import { Avatar } from '../../ui/data/avatar';
import { Badge } from '../../ui/data/badge';
import { IdChip } from '../../ui/data/id-chip';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { RestrictionBadge } from './restriction-badge';
import styles from './user-panel.module.css';

/** The user's picture, name, email, ID and badges. */
export function UserHeader({ user, actions }: { user: ServerUser; actions: ReactNode }) {
  const { t } = useMessages();
  const { display_name: name, primary_email: email } = user;
  return (
    <header className={styles.header}>
      <div className={styles.who}>
        <Avatar name={name} email={email} imageUrl={user.profile_image_url} size={40} />
        <div className={styles.names}>
          <h2 className={styles.name}>
            <bdi>{name ?? email ?? t('users.unnamed')}</bdi>
          </h2>
          {name !== null && email !== null && <p className={styles.email}>{email}</p>}
        </div>
        <div className={styles.actions}>{actions}</div>
      </div>
      <div className={styles.badges}>
        <IdChip value={user.id} />
        {email !== null && !user.primary_email_verified && <Badge tone="warn">{t('users.unverified-email')}</Badge>}
        {isAnonymous(user) && <Badge>{t('method.anonymous')}</Badge>}
        <RestrictionBadge user={user} />
        {user.requires_totp_mfa && <Badge tone="good">{t('users.second-step')}</Badge>}
      </div>
    </header>
  );
}

/** The loading header and first lines. */
export function UserSkeleton() {
  return (
    <div className={styles.header}>
      <LoadingStatus />
      <div className={styles.who}>
        <Skeleton circle width={40} height={40} />
        <div className={styles.names}>
          <Skeleton width={160} height={16} />
          <Skeleton width={200} />
        </div>
      </div>
      {[180, 240, 200, 220].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
