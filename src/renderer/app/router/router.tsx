import { createElement, type ReactNode, Suspense, startTransition, useLayoutEffect, useMemo, useState } from 'react';
import { UNSAFE_createHashHistory as createHashHistory, createPath, Route, Router, Routes, useLocation } from 'react-router';
import { quickPalettePath } from '#contract/commands.ts';
import { ScopeProvider } from '#data/scope.ts';
import { CrashBoundary } from '#ui/feedback/crash-boundary.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { setWindowHistory } from '#window/open-path.ts';
import { patterns, placeOf, type ScreenName } from '#window/routes.ts';
import { leavesUnsavedInput, usePendingLeave } from '#window/unsaved-input.ts';
import { Crash, CrashReport } from '../pages/crash';
import { NotFound } from '../pages/not-found';
import styles from '../pages/screen-skeleton.module.css';
import { keyLock, screenAccount } from '../screen-access';
import { codeOf, componentOf } from '../screen-components';
import { rowOf, screens } from '../screens';
import { frameParts, palette } from '../startup/parts';
import { usePlace } from '../use-place';
import { Frame } from '../window/frame';
import { guardHistory, type History } from './guarded-history';
import { prefetchScreen } from './prefetch-screen';

type Entry = Pick<History, 'action' | 'location'>;

/** Every screen inside the frame. Render it after the one-time token was taken from the URL. */
export function AppRouter() {
  const [history] = useState(() =>
    guardHistory(createHashHistory({ v5Compat: true }), {
      leaves: leavesUnsavedInput,
      ask: (pendingLeave) => usePendingLeave.getState().ask(pendingLeave),
    }),
  );
  const [isPalette] = useState(() => history.location.pathname === quickPalettePath);
  const [{ action, location }, setEntry] = useState(() => entryOf(history));
  useLayoutEffect(() => {
    setWindowHistory(history);
    void prefetchScreen(history.location);
    // While a locked window is hidden, nothing is heard.
    setEntry((shown) => (createPath(shown.location) === createPath(history.location) ? shown : entryOf(history)));
    return history.listen((entry) => {
      void prefetchScreen(entry.location);
      show(entry, setEntry);
    });
  }, [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      <Boundary fallback={(error) => <Crash error={error} />}>{isPalette ? <QuickPalette /> : <CurrentScreen />}</Boundary>
    </Router>
  );
}

function entryOf({ action, location }: History): Entry {
  return { action, location };
}

/**
 * The screen before stays until the code of the next one is there. A transition is drawn in slices, so it takes longer where nothing is
 * awaited, but it leaves time to send a request first.
 */
function show(entry: Entry, setEntry: (entry: Entry) => void): void {
  const { screen } = placeOf(entry.location.pathname);
  const isLoaded = frameParts.isLoaded() && codeOf(screen)?.isLoaded() !== false;
  if (isLoaded && rowOf(screen)?.prefetch === undefined) setEntry(entry);
  else startTransition(() => setEntry(entry));
}

/** Has the route of the screen that is shown, and no other: preparing all of them takes longer than the first screen needs to be drawn. */
function CurrentScreen() {
  const { screen } = placeOf(useLocation().pathname);
  return (
    <Routes>
      <Route element={<Frame />}>
        {screen !== null && <Route path={patterns[screen]} element={<Screen name={screen} />} />}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}

function Screen({ name }: { name: ScreenName }) {
  return (
    <Boundary fallback={(error) => <CrashReport error={error} />}>
      <Suspense fallback={<ScreenSkeleton />}>
        <ScopeGate screen={name}>{createElement(componentOf(name))}</ScopeGate>
      </Suspense>
    </Boundary>
  );
}

/** Catches failures until the address changes. */
function Boundary({ children, fallback }: { children: ReactNode; fallback: (error: unknown) => ReactNode }) {
  const { key } = useLocation();
  return (
    <CrashBoundary resetKey={key} fallback={fallback}>
      {children}
    </CrashBoundary>
  );
}

/** Shown while a screen's code loads, once per screen and window. */
function ScreenSkeleton() {
  return (
    <div className={styles.skeleton}>
      <LoadingStatus />
      <Skeleton width={180} height={18} />
      <Skeleton width={320} />
      <Skeleton height={120} />
    </div>
  );
}

const QuickPalette = palette.component((module) => module.QuickPalette);
const SignedOutState = frameParts.component((module) => module.SignedOutState);
const LockedScreen = frameParts.component((module) => module.LockedScreen);

interface ScopeGateProps {
  screen: ScreenName;
  children: ReactNode;
}

/**
 * Shows a screen with the connection and the account that it needs, as its row says: else an offer to sign in and return to it, or which key
 * is missing. Nothing in a screen is kept for another connection.
 */
function ScopeGate({ screen, children }: ScopeGateProps) {
  const { connectionId, connection, account: current } = usePlace();
  const { access, locked } = screens[screen];
  const found = screenAccount(access, current);
  const account = found.kind === 'account' ? found.account : null;
  const scope = useMemo(() => (connectionId === undefined ? null : { connectionId, account }), [connectionId, account]);
  if (found.kind === 'sign-in') return <SignedOutState connectionId={connectionId ?? ''} ended={found.hasEnded} />;
  if (connection !== undefined && locked !== undefined && keyLock(access, connection) !== null)
    return <LockedScreen connectionId={connection.id} title={locked} />;
  return (
    <ScopeProvider key={connectionId} value={scope}>
      {children}
    </ScopeProvider>
  );
}
