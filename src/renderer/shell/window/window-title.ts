import { useEffect } from 'react';
import { useMessages } from '../../lib/use-messages';
import { screenInfo } from '../screen-info';
import { usePlace } from '../use-place';

/** Keeps the window's title: "Users · Analytical Engines (Production) · Latchkey". Answers the screen's own name. */
export function useWindowTitle(): string {
  const { t } = useMessages();
  const { screen, connection } = usePlace();
  const name = t(screen === null ? 'shell.not-found.title' : screenInfo[screen].title);
  const of =
    connection && t('shell.title.environment', { connection: connection.name, environment: t(`environment.${connection.environment}`) });
  const title = [name, of, t('app.name')].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return name;
}
