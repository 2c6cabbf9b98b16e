import { Minimize2 } from 'lucide-react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useScope } from '#data/use-scope.ts';
import { useKnownUser } from '#data/users.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { paths } from '#window/routes.ts';
import { useNameScreen } from '#window/screen-name.ts';
import { usersPlace } from '#window/url-state.ts';
import { UserContent } from './page/user-content';
import styles from './page/user-panel.module.css';

/** A user on a full page, instead of the panel beside the list. */
export function UserScreen() {
  const { user: userId = '' } = useParams();
  const { connectionId } = useScope();
  return <UserPage key={userId} connectionId={connectionId} userId={userId} />;
}

function UserPage({ connectionId, userId }: { connectionId: string; userId: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const user = useKnownUser(connectionId, userId);
  const nameOf = useUserName();
  useNameScreen(user && nameOf(user));
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
