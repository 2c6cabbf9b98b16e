import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { Icon } from '../../ui/icon';
import { UserContent } from './user-panel';
import styles from './user-panel.module.css';

/** A user as a page of their own. */
export function UserScreen() {
  const { t } = useMessages();
  const { connection: connectionId = '', user: userId = '' } = useParams();
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={paths.users(connectionId, { panel: userId })}>
        <Icon of={ArrowLeft} size={14} />
        {t('users.back')}
      </Link>
      <UserContent key={userId} connectionId={connectionId} userId={userId} actions={null} />
    </div>
  );
}
