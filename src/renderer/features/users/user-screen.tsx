import { ArrowLeft } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useMessages } from '../../lib/use-messages';
import { paths, usersPlace } from '../../routes';
import { Icon } from '../../ui/data/icon';
import { NeedsUsersAccess } from './needs-users-access';
import { UserContent } from './user-panel';
import styles from './user-panel.module.css';

/** A user as a page of their own. */
export function UserScreen() {
  const { connection: connectionId = '', user: userId = '' } = useParams();
  return (
    <NeedsUsersAccess connectionId={connectionId}>
      <UserPage connectionId={connectionId} userId={userId} />
    </NeedsUsersAccess>
  );
}

function UserPage({ connectionId, userId }: { connectionId: string; userId: string }) {
  const { t } = useMessages();
  const [search] = useSearchParams();
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={paths.users(connectionId, { panel: userId, tab: usersPlace(search).tab })}>
        <Icon of={ArrowLeft} size={14} />
        {t('users.back')}
      </Link>
      <UserContent key={userId} connectionId={connectionId} userId={userId} actions={null} />
    </div>
  );
}
