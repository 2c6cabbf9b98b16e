import { AppWindow, ArrowDown, ArrowRight, ArrowUp, CopyPlus, FolderInput, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Connection } from '../../../contract/bridge/connections';
import { useConnectionActions } from '../../blocks/connections/use-connection-actions';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { useConnectionDialogs } from '../../stores/window/connection-dialogs';
import { ContextMenuItem, ContextMenuSeparator } from '../../ui/overlays/context-menu';
import { Keys } from '../commands/keys';
import type { RailOrder } from './use-rail-order';

interface RailMenuProps {
  connection: Connection;
  home: string;
  openApart: () => void;
  order: RailOrder;
}

/** What can be done with a connection from its tile. */
export function RailMenu({ connection, home, openApart, order }: RailMenuProps) {
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
      {order.canStep(id, -1) && (
        <ContextMenuItem icon={ArrowUp} end={<Keys keys={['alt', '↑']} />} onSelect={() => order.step(connection, -1)}>
          {t('shell.rail.up')}
        </ContextMenuItem>
      )}
      {order.canStep(id, 1) && (
        <ContextMenuItem icon={ArrowDown} end={<Keys keys={['alt', '↓']} />} onSelect={() => order.step(connection, 1)}>
          {t('shell.rail.down')}
        </ContextMenuItem>
      )}
    </>
  );
}
