import { type ReactNode, useState } from 'react';
import { topicStores } from '#data/topics.ts';
import { useLoaded } from '#lib/on-demand.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus } from '#ui/feedback/skeleton.tsx';
import { currentPath } from '#window/open-path.ts';
import { type Place, placeOf } from '#window/routes.ts';
import styles from '../pages/full-page.module.css';
import { codeOf } from '../screen-components';
import { frameParts } from './parts';

/** Waits for the data that every screen needs. This is usually short, so nothing is drawn. */
export function Startup({ children }: { children: ReactNode }) {
  const connections = topicStores['connections.list']();
  const accounts = topicStores['accounts.list']();
  const settings = topicStores['settings.state']();
  const hasCode = useFirstCode(connections.value?.length);
  const all = [connections, accounts, settings];
  if (hasCode && all.every(({ value }) => value !== null)) return children;
  const failure = all.find((mirror) => mirror.failure !== null)?.failure;
  const retry = () => {
    for (const store of [topicStores['connections.list'], topicStores['accounts.list'], topicStores['settings.state']])
      void store.refresh();
  };
  return <main className={styles.page}>{failure ? <ErrorState report={failure} onRetry={retry} /> : <LoadingStatus />}</main>;
}

/** Loads the code of the first screen, and of the frame around it, before anything is rendered. */
export function loadFirstCode(): void {
  const { screen, connectionId } = firstPlace();
  const codes = [codeOf(screen), connectionId === undefined ? null : frameParts];
  // What can't be loaded is loaded again, and reported, by its component.
  for (const code of codes) code?.load().catch(() => undefined);
}

/**
 * Waits for the code of the first screen, and of the frame around it. React would show a placeholder for a third of a second at least,
 * once it has begun to.
 */
function useFirstCode(connectionCount: number | undefined): boolean {
  const [place] = useState(firstPlace);
  const isBare = place.connectionId === undefined && connectionCount === 0;
  const isFrameNeeded = !isBare && (place.connectionId !== undefined || connectionCount !== undefined);
  const hasFrame = useLoaded(isFrameNeeded ? frameParts : null);
  const hasScreen = useLoaded(codeOf(place.screen));
  return hasFrame && hasScreen;
}

function firstPlace(): Place {
  return placeOf(currentPath().split('?')[0] || '/');
}
