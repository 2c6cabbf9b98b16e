import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { TargetPathsProvider } from '../../blocks/connections/target-paths';
import { cx } from '../../lib/class-names';
import { useKeptFocus } from '../../lib/focus/use-kept-focus';
import { ServiceClockProvider } from '../../lib/time/service-clock';
import { useMessages } from '../../lib/use-messages';
import { useAheadMillis, useConnections } from '../../stores/connections';
import { VisuallyHidden } from '../../ui/layout/visually-hidden';
import { ShownConnection } from '../../ui/overlays/shown-connection';
import { useWindowCommands } from '../commands/window-shortcuts';
import { Overlays } from '../dialogs/overlays';
import { isHiddenScreen } from '../hidden-screen';
import { useOpenIncomingLinks } from '../notices/use-open-incoming-links';
import { usePageNotifications } from '../notices/use-page-notifications';
import { ConnectionNotFound } from '../pages/not-found';
import { rowOf } from '../screens';
import { frameParts, usePartsLoaded } from '../startup/parts';
import { targetPaths } from '../target-paths';
import { usePlace, useRememberPlace } from '../use-place';
import styles from './frame.module.css';
import { OwnerGate } from './owner-gate';
import { WindowTitle } from './window-title';

const Sides = frameParts.component((module) => module.Sides);
const TopBar = frameParts.component((module) => module.TopBar);
const StatusBar = frameParts.component((module) => module.StatusBar);
const ImpersonationBar = frameParts.component((module) => module.ImpersonationBar);
const HiddenScreen = frameParts.component((module) => module.HiddenScreen);

/** Everything around a screen. Without a connection, only the start card is shown. */
export function Frame() {
  const { connectionId, connection, account } = usePlace();
  const anyConnection = useConnections().length > 0;
  useRememberPlace();
  useWindowCommands();
  usePageNotifications();
  useOpenIncomingLinks();
  const hasParts = usePartsLoaded();
  const isBare = connectionId === undefined && !anyConnection;
  const ahead = useAheadMillis(connectionId);
  return (
    <ServiceClockProvider value={ahead}>
      <ShownConnection value={connection}>
        <div className={styles.window}>
          <Suspense fallback={null}>{account?.impersonationId !== undefined && <ImpersonationBar account={account} />}</Suspense>
          <div className={styles.frame}>
            {!isBare && <SkipLink />}
            <Suspense fallback={null}>{!isBare && <Sides connection={connection} />}</Suspense>
            <div className={styles.main}>
              <Suspense fallback={null}>{connection && <TopBar connection={connection} />}</Suspense>
              <TargetPathsProvider value={targetPaths}>
                <Content gone={connectionId !== undefined && connection === undefined} />
              </TargetPathsProvider>
            </div>
            <VisuallyHidden aria-live="polite">
              <WindowTitle />
            </VisuallyHidden>
            <Overlays />
          </div>
          <div className={styles.status}>
            <Suspense fallback={null}>{(hasParts || !isBare) && <StatusBar connection={connection} />}</Suspense>
          </div>
        </div>
      </ShownConnection>
    </ServiceClockProvider>
  );
}

function Content({ gone = false }: { gone?: boolean }) {
  const main = useRef<HTMLElement>(null);
  const { screen, connection, account } = usePlace();
  useFocusOnArrival(main);
  useKeptFocus(main);
  const isCard = rowOf(screen)?.card === true;
  return (
    <main ref={main} id="content" tabIndex={-1} className={cx(styles.content, isCard && styles.sunken)}>
      {gone ? (
        <ConnectionNotFound />
      ) : (
        <OwnerGate connection={connection} screen={screen}>
          {account?.impersonationId !== undefined && isHiddenScreen(screen) ? <HiddenScreen account={account} /> : <Outlet />}
        </OwnerGate>
      )}
    </main>
  );
}

/** After going somewhere by a control that went away with its screen, the keyboard starts at the new screen. */
function useFocusOnArrival(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const from = useRef(pathname);
  useEffect(() => {
    if (from.current === pathname) return;
    from.current = pathname;
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}

function SkipLink() {
  const { t } = useMessages();
  // Not a link: the address's hash belongs to the router.
  return (
    <button type="button" className={styles.skip} onClick={() => document.getElementById('content')?.focus()}>
      {t('shell.skip')}
    </button>
  );
}
