import { Minimize2 } from 'lucide-react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useMessages } from '#lib/use-messages.ts';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { paths } from '#window/routes.ts';
import { usersPlace } from '#window/url-state.ts';
import { NeedsUsersAccess } from './needs-users-access';
import { UserContent } from './page/user-content';
import styles from './page/user-panel.module.css';

/** A user as a page of their own. */
export function UserScreen() {
  const { connection: connectionId = '', user: userId = '' } = useParams();
  return (
    <NeedsUsersAccess connectionId={connectionId}>
      <UserPage key={userId} connectionId={connectionId} userId={userId} />
    </NeedsUsersAccess>
  );
}

function UserPage({ connectionId, userId }: { connectionId: string; userId: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const showInList = () => void navigate(paths.users(connectionId, { panel: userId, tab: usersPlace(search).tab }));
  return (
    <div className={styles.page}>
      <UserContent
        connectionId={connectionId}
        userId={userId}
        actions={<IconButton label={t('users.show-in-list')} icon={Minimize2} onClick={showInList} />}
        onDeleted={() => void navigate(paths.users(connectionId), { replace: true })}
      />
    </div>
  );
}
