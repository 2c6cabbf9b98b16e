import {
  AppWindow,
  ArrowDown,
  ArrowRight,
  ArrowUp,
  CopyPlus,
  FlaskConical,
  FolderInput,
  Pencil,
  Pin,
  PinOff,
  Stethoscope,
  Trash2,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import { api } from '#data/api.ts';
import { useJobPercent } from '#data/jobs.ts';
import { useCurrentAccount, useFindingCount } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { tileInitials } from '#lib/initials.ts';
import { connectionTitle } from '#lib/rules/names.ts';
import { hasProjectAccess } from '#lib/rules/project-rules.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionActions } from '#parts/connections/use-connection-actions.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { connectionColour } from '#ui/data/colour.ts';
import { Icon } from '#ui/data/icon.tsx';
import { ContextMenu, ContextMenuItem, ContextMenuSeparator } from '#ui/overlays/context-menu.tsx';
import { useLastPaths } from '#window/last-paths.ts';
import { useConnectionDialogs } from '#window/open-dialogs.ts';
import { paths } from '#window/routes.ts';
import { Keys } from '../commands/keys';
import { homeOf } from '../connection-paths';
import { isUsable } from '../screen-access';
import { usePlace } from '../use-place';
import { openWindow } from '../window/open-window';
import styles from './rail.module.css';
import type { RailOrder } from './use-rail-order';

interface RailTileProps {
  connection: Connection;
  /** Its place from the top, which is also its key. */
  number: number;
  /** Null where it can't be moved. */
  order: RailOrder | null;
}

/** A connection in the rail: opens its last screen and has a context menu. */
export function RailTile({ connection, number, order }: RailTileProps) {
  const messages = useMessages();
  const { t } = messages;
  const { connectionId } = usePlace();
  const account = useCurrentAccount(connection.id);
  const last = useLastPaths((state) => state.last[connection.id]);
  const { id, name, kind, projectId } = connection;
  const title = connectionTitle(messages, { ...connection, name: useConnectionNames().get(id) ?? name });
  const ended = account?.state === 'invalid' ? t('shell.account.ended') : undefined;
  const readOnly = connection.safety === 'read-only' ? t('ui.read-only') : undefined;
  const count = useFindingCount(id);
  const notices = count > 0 ? t('shell.notices.count', { count }) : undefined;
  const percent = useJobPercent(id);
  const jobs = percent === null ? undefined : t('shell.rail.jobs', { percent });
  const label = [title, readOnly, ended, notices, jobs].filter(Boolean).join(', ');
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
          // An impersonation has a separate tile.
          if (isImpersonating) runTask(() => api.impersonations.leave({ connectionId: id }));
          // A window that the browser opens would have no session.
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          openApart();
        }}
        {...order?.handlers(connection)}
        data-connection={order === null ? undefined : id}
        data-drop={order?.sideOf(id)}
        className={cx(styles.tile)}
        style={{ '--env': connectionColour(connection) } as CSSProperties}
        aria-label={label}
        aria-keyshortcuts={kind === 'project' && order !== null ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        aria-current={connectionId === id && !isImpersonating ? 'true' : undefined}
      >
        {kind === 'sandbox' && projectId !== 'internal' ? <Icon of={FlaskConical} size={17} /> : tileInitials(name)}
        {percent !== null && <JobRing percent={percent} />}
        {(ended ?? notices) && <span className={styles.dot} />}
      </Link>
    </ContextMenu>
  );
}

/** Around the tile: how much of what its jobs send has a result. The label says the same. */
function JobRing({ percent }: { percent: number }) {
  return (
    <svg className={styles.ring} viewBox="0 0 40 40" aria-hidden="true">
      <rect x={1} y={1} width={38} height={38} rx={12} pathLength={100} className={styles.ringTrack} />
      <rect x={1} y={1} width={38} height={38} rx={12} pathLength={100} strokeDasharray={`${percent} 100`} className={styles.ringPart} />
    </svg>
  );
}

interface RailMenuProps {
  connection: Connection;
  home: string;
  openApart: () => void;
  order: RailOrder | null;
}

/** What can be done with a connection from its tile. */
function RailMenu({ connection, home, openApart, order }: RailMenuProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const show = useConnectionDialogs((state) => state.show);
  const { id, kind } = connection;
  return (
    <>
      <ContextMenuItem icon={ArrowRight} onSelect={() => void navigate(home)}>
        {t('shell.rail.open')}
      </ContextMenuItem>
      <ContextMenuItem icon={AppWindow} onSelect={openApart}>
        {t('shell.rail.open-in-window')}
      </ContextMenuItem>
      <ContextMenuSeparator />
      <ContextMenuItem icon={Pencil} onSelect={() => void navigate(paths.edit(id))}>
        {t('shell.connection.edit')}
      </ContextMenuItem>
      <ContextMenuItem icon={Stethoscope} onSelect={() => void navigate(paths.diagnostics(id))}>
        {t('shell.screen.diagnostics')}
      </ContextMenuItem>
      {kind === 'project' && <Placing connection={connection} order={order} />}
      <ContextMenuSeparator />
      <ContextMenuItem danger icon={Trash2} onSelect={() => show({ kind: 'remove', connectionId: id })}>
        {t('shell.connection.remove')}
      </ContextMenuItem>
    </>
  );
}

function Placing({ connection, order }: Pick<RailMenuProps, 'connection' | 'order'>) {
  const { t } = useMessages();
  const { duplicate, pin } = useConnectionActions();
  const show = useConnectionDialogs((state) => state.show);
  const { id, pinned } = connection;
  return (
    <>
      <ContextMenuItem icon={CopyPlus} onSelect={() => duplicate(connection)}>
        {t('connect.duplicate')}
      </ContextMenuItem>
      <ContextMenuSeparator />
      <ContextMenuItem icon={pinned ? PinOff : Pin} onSelect={() => pin(connection)}>
        {t(pinned ? 'shell.rail.unpin' : 'shell.rail.pin')}
      </ContextMenuItem>
      <ContextMenuItem icon={FolderInput} onSelect={() => show({ kind: 'group', connectionId: id })}>
        {t('shell.rail.group')}
      </ContextMenuItem>
      {order?.canStep(id, -1) && (
        <ContextMenuItem icon={ArrowUp} end={<Keys keys={['alt', '↑']} />} onSelect={() => order.step(connection, -1)}>
          {t('shell.rail.up')}
        </ContextMenuItem>
      )}
      {order?.canStep(id, 1) && (
        <ContextMenuItem icon={ArrowDown} end={<Keys keys={['alt', '↓']} />} onSelect={() => order.step(connection, 1)}>
          {t('shell.rail.down')}
        </ContextMenuItem>
      )}
    </>
  );
}
