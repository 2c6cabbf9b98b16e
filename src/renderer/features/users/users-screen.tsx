import { Lock } from 'lucide-react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useMessages } from '../../lib/use-messages';
import { paths, type UsersPlace, usersPlace } from '../../routes';
import { hasProjectAccess, useConnection } from '../../stores/connections';
import { updateSettings, useSettings } from '../../stores/settings';
import { EmptyState } from '../../ui/empty-state';
import { SplitPane } from '../../ui/split-pane';
import { UserPanel } from './user-panel';
import { UsersList } from './users-list';
import styles from './users-screen.module.css';
import { UsersToolbar } from './users-toolbar';

/** The project's users: a list, and one of them in the panel beside it. All of it stands in the address. */
export function UsersScreen() {
  const { connection: connectionId = '' } = useParams();
  const connection = useConnection(connectionId);
  const { t } = useMessages();
  if (connection === undefined) return null;
  if (!hasProjectAccess(connection)) return <EmptyState icon={Lock} title={t('users.locked.title')} text={t('users.locked.text')} />;
  return <Users connectionId={connectionId} />;
}

function Users({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { panelWidth } = useSettings();
  const [search] = useSearchParams();
  const place = usersPlace(search);
  const go = (change: UsersPlace, replace = false) => void navigate(paths.users(connectionId, { ...place, ...change }), { replace });
  const panel =
    place.panel === undefined ? null : (
      <UserPanel key={place.panel} connectionId={connectionId} userId={place.panel} onClose={() => go({ panel: undefined })} />
    );
  return (
    <SplitPane
      panel={panel}
      panelLabel={t('users.panel')}
      width={panelWidth}
      onWidthChange={(width) => void updateSettings({ panelWidth: width }).catch(() => undefined)}
    >
      <div className={styles.main}>
        <UsersToolbar connectionId={connectionId} place={place} onChange={(change) => go(change, true)} />
        <UsersList
          connectionId={connectionId}
          filter={{ q: place.q, team: place.team, desc: place.desc }}
          selected={place.panel}
          onOpen={(userId) => go({ panel: userId }, place.panel !== undefined)}
          onClear={() => go({ q: undefined, team: undefined }, true)}
        />
      </div>
    </SplitPane>
  );
}
