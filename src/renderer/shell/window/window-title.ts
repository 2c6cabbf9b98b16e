import { useEffect } from 'react';
import { useMessages } from '../../lib/use-messages';
import { usePlace } from '../use-place';
import { useScreenTitle } from '../use-screen-title';

/** Keeps the window's title: "Users · Analytical Engines (Production) · Latchkey". Returns the title of the screen. */
export function useWindowTitle(): string {
  const { t } = useMessages();
  const { connection } = usePlace();
  const name = useScreenTitle();
  const of =
    connection && t('shell.title.environment', { connection: connection.name, environment: t(`environment.${connection.environment}`) });
  const title = [name, of, t('app.name')].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return name;
}
