import { Maximize2, X } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { pressedKey } from '../../../lib/keyboard/pressed-key';
import { usersPlace } from '../../../lib/places/place-queries';
import { useMessages } from '../../../lib/use-messages';
import { paths } from '../../../routes';
import { IconButton } from '../../../ui/inputs/icon-button';
import { UserContent } from './user-content';
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
    <div className={styles.panel} onKeyDown={(event) => pressedKey(event) === 'Escape' && !event.defaultPrevented && onClose()}>
      <UserContent connectionId={connectionId} userId={userId} actions={actions} onDeleted={onClose} />
    </div>
  );
}
