import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ServerUser } from '../../../contract/service/models/models';
import { isAnonymous } from '../../../contract/service/models/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { Avatar } from '../../ui/data/avatar';
import { RelativeTime } from '../../ui/data/relative-time';
import styles from './overview.module.css';
import { OverviewCard } from './overview-card';
import { shownUsers } from './shown-users';

interface RecentUsersProps {
  connectionId: string;
  kind: 'registered' | 'active-users';
  users: readonly ServerUser[];
  action?: ReactNode;
}

/** The users who registered or were active last; each opens. */
export function RecentUsers({ connectionId, kind, users, action }: RecentUsersProps) {
  const { t } = useMessages();
  const title = t(`overview.${kind}.title`);
  return (
    <OverviewCard title={title} size="half" action={action}>
      {users.length === 0 && <p className={styles.note}>{t(`overview.${kind}.none`)}</p>}
      {users.length > 0 && (
        <ul className={styles.users} aria-label={title}>
          {shownUsers(users).map((user) => (
            <li key={user.id}>
              <RecentUser
                path={paths.user(connectionId, user.id)}
                user={user}
                millis={kind === 'registered' ? user.signed_up_at_millis : user.last_active_at_millis}
              />
            </li>
          ))}
        </ul>
      )}
    </OverviewCard>
  );
}

function RecentUser({ path, user, millis }: { path: string; user: ServerUser; millis: number }) {
  const { t } = useMessages();
  const { display_name: displayName, primary_email: email } = user;
  const unnamed = isAnonymous(user) ? t('method.anonymous') : t('users.unnamed');
  const name = displayName ?? email ?? unnamed;
  return (
    <Link className={styles.user} to={path}>
      <Avatar id={user.id} name={displayName} email={email} imageUrl={user.profile_image_url} size={20} />
      <bdi className={styles.userName} title={name}>
        {name}
      </bdi>
      {displayName !== null && email !== null && (
        <span className={styles.userEmail} title={email}>
          {email}
        </span>
      )}
      <RelativeTime className={styles.userTime ?? ''} millis={millis} />
    </Link>
  );
}
