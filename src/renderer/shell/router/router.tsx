import { createElement, type ReactNode, Suspense, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createHashHistory as createHashHistory, Route, Router, Routes, useLocation } from 'react-router';
import { patterns, placeOf, type ScreenName } from '../../routes';
import { useDeparture } from '../../stores/window/departure';
import { leavesUnsavedInput } from '../../stores/window/unsaved-input';
import { Crash, CrashBoundary, ScreenCrash } from '../pages/crash';
import { NotFound } from '../pages/not-found';
import { ScreenSkeleton } from '../pages/screen-skeleton';
import { componentOf } from '../screen-components';
import { Frame } from '../window/frame';
import { guardHistory } from './guarded-history';
import { prefetchScreen } from './prefetch-screen';

/** Every screen inside the frame. Render it after the one-time token was taken from the URL. */
export function AppRouter() {
  const [history] = useState(() =>
    guardHistory(createHashHistory({ v5Compat: true }), {
      leaves: leavesUnsavedInput,
      ask: (departure) => useDeparture.getState().ask(departure),
    }),
  );
  const [{ action, location }, setPlace] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => {
    void prefetchScreen(history.location);
    return history.listen((place) => {
      void prefetchScreen(place.location);
      // The screen before stays until the code of the next one is there.
      startTransition(() => setPlace(place));
    });
  }, [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      <Boundary fallback={(error) => <Crash error={error} />}>
        <CurrentScreen />
      </Boundary>
    </Router>
  );
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
    <Boundary fallback={(error) => <ScreenCrash error={error} />}>
      <Suspense fallback={<ScreenSkeleton />}>{createElement(componentOf(name))}</Suspense>
    </Boundary>
  );
}

/** Catches failures until the address changes. */
function Boundary({ children, fallback }: { children: ReactNode; fallback: (error: unknown) => ReactNode }) {
  const { key } = useLocation();
  return (
    <CrashBoundary place={key} fallback={fallback}>
      {children}
    </CrashBoundary>
  );
}
