import { Suspense } from 'react';
import { useMessages } from '../../lib/use-messages';
import { rowOf } from '../screens';
import { frameParts } from '../startup/parts';
import { usePlace } from '../use-place';
import { TitleOf } from './title-of';

const ScreenTitle = frameParts.component((module) => module.ScreenTitle);

/** Keeps the window's title, and renders the title of the screen. Only screens of a connection are named after what they show. */
export function WindowTitle() {
  const { t } = useMessages();
  const { screen, connectionId } = usePlace();
  if (connectionId === undefined) return <TitleOf name={t(rowOf(screen)?.title ?? 'shell.not-found.title')} />;
  return (
    <Suspense fallback={null}>
      <ScreenTitle />
    </Suspense>
  );
}
