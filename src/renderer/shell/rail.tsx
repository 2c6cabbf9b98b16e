import { AppWindow, FlaskConical, Plus, Settings } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type { Connection } from '../../contract/bridge/connections';
import { inRailOrder } from '../../contract/rail-order';
import { cx } from '../lib/class-names';
import { tileInitials } from '../lib/initials';
import { useMessages } from '../lib/use-messages';
import { paths } from '../routes';
import { useCurrentAccount } from '../stores/accounts';
import { hasProjectAccess, useConnections } from '../stores/connections';
import { useOverlays } from '../stores/overlays';
import { usePlaces } from '../stores/places';
import { connectionColour } from '../ui/colour';
import { ContextMenu, ContextMenuItem } from '../ui/context-menu';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { Tooltip } from '../ui/tooltip';
import { useAttempt } from './account-actions';
import { Keys } from './keys';
import { NoticesButton } from './notices-panel';
import { openWindow } from './open-window';
import styles from './rail.module.css';
import { homeOf } from './screen-info';
import { useOpenSandbox } from './use-open-sandbox';
import { isUsable, usePlace } from './use-place';

/** A tile per connection, the sandbox, and what belongs to the whole app. */
export function Rail() {
  const { t } = useMessages();
  const show = useOverlays((state) => state.show);
  const connections = inRailOrder(useConnections());
  const hasSandbox = connections.some(({ kind }) => kind === 'sandbox');
  return (
    <nav className={styles.rail} aria-label={t('shell.rail')}>
      <ul className={styles.tiles}>
        {connections.map((connection, at) => (
          <li key={connection.id}>
            <Tile connection={connection} number={at + 1} />
          </li>
        ))}
      </ul>
      {!hasSandbox && <SandboxTile />}
      <AddTile />
      <span className={styles.space} />
      <NoticesButton />
      <IconButton
        label={t('shell.settings')}
        icon={Settings}
        tooltipSide="right"
        hint={<Keys keys={['mod', ',']} />}
        onClick={() => show('settings')}
      />
    </nav>
  );
}

function Tile({ connection, number }: { connection: Connection; number: number }) {
  const { t } = useMessages();
  const { connectionId } = usePlace();
  const account = useCurrentAccount(connection.id);
  const last = usePlaces((state) => state.last[connection.id]);
  const { id, name, kind, environment } = connection;
  const label = t('shell.title.environment', { connection: name, environment: t(`environment.${environment}`) });
  const ended = account?.state === 'invalid' ? t('shell.account.ended') : undefined;
  const colour = connectionColour(connection);
  const hint = number <= 9 && <Keys keys={['mod', String(number)]} />;
  const attempt = useAttempt();
  const home = homeOf(id, isUsable(account), hasProjectAccess(connection), last);
  const openApart = () => attempt(() => openWindow(home));
  return (
    <ContextMenu
      tooltip={
        <>
          {[label, ended].filter(Boolean).join(', ')}
          {hint}
        </>
      }
      items={
        <ContextMenuItem icon={AppWindow} onSelect={openApart}>
          {t('shell.rail.open-in-window')}
        </ContextMenuItem>
      }
    >
      <Link
        to={home}
        onClick={(event) => {
          // What a browser would open by itself would not be signed in.
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          openApart();
        }}
        className={styles.tile}
        style={{ '--env': colour } as CSSProperties}
        aria-label={[label, ended].filter(Boolean).join(', ')}
        aria-current={connectionId === id ? 'true' : undefined}
      >
        {kind === 'sandbox' ? <Icon of={FlaskConical} size={17} /> : tileInitials(name)}
        {ended && <span className={styles.dot} />}
      </Link>
    </ContextMenu>
  );
}

function SandboxTile() {
  const { t } = useMessages();
  const { busy, open } = useOpenSandbox();
  return (
    <Tooltip side="right" content={t('shell.rail.start-sandbox')}>
      <button
        type="button"
        className={cx(styles.tile, styles.dashed)}
        aria-label={t('shell.rail.start-sandbox')}
        aria-busy={busy}
        onClick={open}
      >
        <Icon of={FlaskConical} size={17} />
      </button>
    </Tooltip>
  );
}

function AddTile() {
  const { t } = useMessages();
  const { screen } = usePlace();
  return (
    <Tooltip side="right" content={t('shell.rail.add')}>
      <Link
        to={paths.connect()}
        className={cx(styles.tile, styles.dashed)}
        aria-label={t('shell.rail.add')}
        aria-current={screen === 'connect' ? 'true' : undefined}
      >
        <Icon of={Plus} />
      </Link>
    </Tooltip>
  );
}
