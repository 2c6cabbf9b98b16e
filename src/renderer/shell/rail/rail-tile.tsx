import { FlaskConical } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type { Connection } from '../../../contract/bridge/connections';
import { api } from '../../api';
import { cx } from '../../lib/class-names';
import { tileInitials } from '../../lib/initials';
import { hasProjectAccess } from '../../lib/rules/project-access';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { useCurrentAccount } from '../../stores/accounts';
import { useFindingCount } from '../../stores/watch';
import { usePlaces } from '../../stores/window/places';
import { connectionColour } from '../../ui/data/colour';
import { Icon } from '../../ui/data/icon';
import { ContextMenu } from '../../ui/overlays/context-menu';
import { Keys } from '../commands/keys';
import { homeOf } from '../connection-paths';
import { isUsable } from '../screen-access';
import { usePlace } from '../use-place';
import { openWindow } from '../window/open-window';
import styles from './rail.module.css';
import { RailMenu } from './rail-menu';
import type { RailOrder } from './use-rail-order';

interface RailTileProps {
  connection: Connection;
  /** Its place from the top, which is also its key. */
  number: number;
  order: RailOrder;
}

/** A connection in the rail: opens its last screen and has a context menu. */
export function RailTile({ connection, number, order }: RailTileProps) {
  const { t } = useMessages();
  const { connectionId } = usePlace();
  const account = useCurrentAccount(connection.id);
  const last = usePlaces((state) => state.last[connection.id]);
  const { id, name, kind, projectId, environment } = connection;
  const title = t('shell.title.environment', { connection: name, environment: t(`environment.${environment}`) });
  const ended = account?.state === 'invalid' ? t('shell.account.ended') : undefined;
  const readOnly = connection.safety === 'read-only' ? t('ui.read-only') : undefined;
  const count = useFindingCount(id);
  const notices = count > 0 ? t('shell.notices.count', { count }) : undefined;
  const label = [title, readOnly, ended, notices].filter(Boolean).join(', ');
  const hint = number <= 9 && <Keys keys={['mod', String(number)]} />;
  const runTask = useBackgroundTask();
  const isImpersonating = account?.impersonationId !== undefined;
  const home = homeOf(connection, { isSignedIn: isUsable(account), hasProjectAccess: hasProjectAccess(connection) }, last);
  const openApart = () => runTask(() => openWindow(home));
  const tooltip = (
    <>
      <bdi>{label}</bdi>
      {hint}
    </>
  );
  return (
    <ContextMenu tooltip={tooltip} items={<RailMenu connection={connection} home={home} openApart={openApart} order={order} />}>
      <Link
        to={home}
        onClick={(event) => {
          // An impersonation has a tile of its own.
          if (isImpersonating) runTask(() => api.impersonations.leave({ connectionId: id }));
          // A window that the browser opens would have no session.
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          openApart();
        }}
        {...order.handlers(connection)}
        data-connection={id}
        data-drop={order.sideOf(id)}
        className={cx(styles.tile)}
        style={{ '--env': connectionColour(connection) } as CSSProperties}
        aria-label={label}
        aria-keyshortcuts={kind === 'project' ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        aria-current={connectionId === id && !isImpersonating ? 'true' : undefined}
      >
        {kind === 'sandbox' && projectId !== 'internal' ? <Icon of={FlaskConical} size={17} /> : tileInitials(name)}
        {(ended ?? notices) && <span className={styles.dot} />}
      </Link>
    </ContextMenu>
  );
}
