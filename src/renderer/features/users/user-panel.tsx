import { Maximize2, UserX, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { reportOf } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { useUser } from '../../queries/users';
import { paths, usersPlace } from '../../routes';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorState } from '../../ui/feedback/error-state';
import { IconButton } from '../../ui/inputs/icon-button';
import { UserDetails } from './user-details';
import { UserHeader, UserSkeleton } from './user-header';
import styles from './user-panel.module.css';

/** A user beside the list; Escape closes it. */
export function UserPanel({ connectionId, userId, onClose }: { connectionId: string; userId: string; onClose: () => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const openPage = () => void navigate(paths.user(connectionId, userId, usersPlace(search).tab));
  const actions = (
    <>
      <IconButton label={t('users.open-page')} icon={Maximize2} onClick={openPage} />
      <IconButton label={t('users.close-panel')} icon={X} onClick={onClose} />
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the panel isn’t a control; it handles Escape for the controls in it
    <div className={styles.panel} onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}>
      <UserContent connectionId={connectionId} userId={userId} actions={actions} />
    </div>
  );
}

/** A user's header and tabs in all their states, for the panel and the page. */
export function UserContent({ connectionId, userId, actions }: { connectionId: string; userId: string; actions: ReactNode }) {
  const { t } = useMessages();
  const user = useUser(connectionId, userId);
  if (user.data !== undefined) {
    return (
      <>
        <UserHeader user={user.data} actions={actions} />
        <UserDetails connectionId={connectionId} user={user.data} />
      </>
    );
  }
  const report = user.error === null ? null : reportOf(user.error);
  return (
    <>
      <div className={styles.actionsAlone}>{actions}</div>
      {report === null && <UserSkeleton />}
      {report?.known === 'USER_NOT_FOUND' && <EmptyState icon={UserX} title={t('users.gone.title')} text={t('users.gone.text')} />}
      {report !== null && report.known !== 'USER_NOT_FOUND' && (
        <ErrorState report={report} onRetry={() => void user.refetch()} busy={user.isFetching} />
      )}
    </>
  );
}
