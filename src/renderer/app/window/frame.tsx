import { LogIn, UserRoundX } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import { useProjectOwner } from '#data/access.ts';
import { topicStores, useAheadMillis, useTopic } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { openDialog } from '#lib/keyboard/open-dialog.ts';
import { useKeptFocus } from '#lib/return-focus.ts';
import { needsOwner, type ProjectOwner } from '#lib/rules/project-rules.ts';
import { ServiceClockProvider } from '#lib/service-clock.ts';
import { useMessages } from '#lib/use-messages.ts';
import { isTyping } from '#lib/use-shortcut.ts';
import { CardFrame } from '#parts/card-frame.tsx';
import { TargetPathsProvider } from '#parts/connections/target-paths.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { ShownConnection } from '#ui/overlays/shown-connection.ts';
import { paths, type ScreenName } from '#window/routes.ts';
import { useWindowCommands } from '../commands/window-shortcuts';
import { Overlays } from '../dialogs/overlays';
import { isHiddenScreen } from '../hidden-screen';
import { ConnectionNotFound } from '../pages/not-found';
import { rowOf } from '../screens';
import { frameParts, usePartsLoaded } from '../startup/parts';
import { targetPaths } from '../target-paths';
import { usePlace, useRememberPlace } from '../use-place';
import styles from './frame.module.css';
import { TitleOf } from './title-of';

const Sides = frameParts.component((module) => module.Sides);
const TopBar = frameParts.component((module) => module.TopBar);
const PageNotifications = frameParts.component((module) => module.PageNotifications);
const StatusBar = frameParts.component((module) => module.StatusBar);
const ImpersonationBar = frameParts.component((module) => module.ImpersonationBar);
const HiddenScreen = frameParts.component((module) => module.HiddenScreen);

/** Everything around a screen. Without a connection, only the start card is shown. */
export function Frame() {
  const { connectionId, connection, account } = usePlace();
  const anyConnection = useTopic('connections.list').length > 0;
  useRememberPlace();
  useWindowCommands();
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
            <Suspense fallback={null}>{!isBare && <PageNotifications />}</Suspense>
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

/** Moves the focus to the new screen if the control that opened it was removed with its own screen. */
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

const ScreenTitle = frameParts.component((module) => module.ScreenTitle);

/** Keeps the window's title, and renders the title of the screen. Only screens of a connection are named after what they show. */
function WindowTitle() {
  const { t } = useMessages();
  const { screen, connectionId } = usePlace();
  if (connectionId === undefined) return <TitleOf name={t(rowOf(screen)?.title ?? 'shell.not-found.title')} />;
  return (
    <Suspense fallback={null}>
      <ScreenTitle />
    </Suspense>
  );
}

/** Opens an incoming link in the focused window, unless the user is typing or has a dialog or menu open. */
function useOpenIncomingLinks(): void {
  const navigate = useNavigate();
  const known = useRef<ReadonlySet<string> | null>(null);
  const links = topicStores['links.list']((state) => state.value);
  useEffect(() => {
    if (links === null) return;
    const before = known.current;
    known.current = new Set(links.map(({ id }) => id));
    const arrived = links.find(({ id }) => before !== null && !before.has(id));
    if (arrived !== undefined && document.hasFocus() && !isBusy()) void navigate(paths.link(arrived.id));
  }, [links, navigate]);
}

function isBusy(): boolean {
  return isTyping(document.activeElement) || openDialog() !== null || document.querySelector('[role="menu"]') !== null;
}

interface OwnerGateProps {
  connection: Connection | undefined;
  screen: ScreenName | null;
  children: ReactNode;
}

/** Shows a screen, or an offer to sign in if it needs the session of a project owner who is signed out. */
function OwnerGate({ connection, screen, children }: OwnerGateProps) {
  const owner = useProjectOwner(connection);
  const isMissing = owner !== null && !owner.isSignedIn;
  const row = rowOf(screen);
  if (connection === undefined || row === null || !isMissing || !needsOwner(connection, row.section)) return children;
  const isCard = row.card === true;
  const ended = <OwnerSignedOut connectionId={connection.id} owner={owner} isCard={isCard} />;
  return isCard ? <CardFrame>{ended}</CardFrame> : ended;
}

function OwnerSignedOut({ connectionId, owner, isCard }: { connectionId: string; owner: ProjectOwner; isCard: boolean }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { name, internal } = owner;
  const action = () => {
    if (internal === undefined) return <Button onClick={() => void navigate(paths.edit(connectionId))}>{t('owner.ended.add-keys')}</Button>;
    // Nothing returns to a card.
    const next = isCard ? paths.profile(connectionId) : pathname + search;
    return (
      <Button variant="primary" icon={LogIn} onClick={() => void navigate(paths.signIn(internal.id, next))}>
        {t('ui.sign-in')}
      </Button>
    );
  };
  const text = () => {
    if (internal === undefined) return t('owner.ended.removed');
    if (name === null) return t('owner.ended.unknown', { connection: internal.name });
    return t('owner.ended.text', { name, connection: internal.name });
  };
  return <EmptyState heading="h1" icon={UserRoundX} title={t('error.owner-signed-out')} text={text()} action={action()} />;
}
