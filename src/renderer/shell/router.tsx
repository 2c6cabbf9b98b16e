import { createElement, Suspense } from 'react';
import { createHashRouter, useRouteError } from 'react-router';
import { patterns, type ScreenName } from '../routes';
import { Crash, ScreenCrash } from './pages/crash';
import { NotFound } from './pages/not-found';
import { ScreenSkeleton } from './pages/screen-skeleton';
import { componentOf } from './screen-components';
import { Frame } from './window/frame';

/** Creates the router: every screen inside the frame. Call it after the one-time token was taken from the URL. */
export function createAppRouter() {
  const children = (Object.keys(patterns) as ScreenName[]).map((screen) => ({
    path: patterns[screen],
    element: <Suspense fallback={<ScreenSkeleton />}>{createElement(componentOf(screen))}</Suspense>,
    errorElement: <ScreenCrash />,
  }));
  const notFound = { path: '*', element: <NotFound /> };
  return createHashRouter([{ element: <Frame />, errorElement: <RouteCrash />, children: [...children, notFound] }]);
}

function RouteCrash() {
  return <Crash error={useRouteError()} />;
}
