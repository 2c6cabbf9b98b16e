import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Connection } from '../../../contract/bridge/connections';
import { useMessages } from '../../lib/use-messages';
import { closeNavigation } from '../../stores/window/navigation';
import { Drawer } from '../../ui/overlays/drawer';
import { Navigation } from './navigation';

interface NavigationDrawerProps {
  connection: Connection;
  isOpen: boolean;
}

/** The navigation over the screen of a narrow window, until something in it is opened, which then gets the focus. */
export function NavigationDrawer({ connection, isOpen }: NavigationDrawerProps) {
  const { t } = useMessages();
  // Each navigation has a new key, even one to the same screen.
  const { key } = useLocation();
  const currentKey = useRef(key);
  const openedAt = useRef(key);
  useEffect(() => {
    currentKey.current = key;
    return closeNavigation;
  }, [key]);
  useEffect(() => {
    if (isOpen) openedAt.current = currentKey.current;
  }, [isOpen]);
  return (
    <Drawer
      open={isOpen}
      onOpenChange={(open) => open || closeNavigation()}
      title={t('shell.navigation')}
      focusAfter={() => (currentKey.current === openedAt.current ? null : document.getElementById('content'))}
    >
      <Navigation connection={connection} />
    </Drawer>
  );
}
