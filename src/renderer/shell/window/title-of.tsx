import { useEffect } from 'react';
import { useMessages } from '../../lib/use-messages';
import { usePlace } from '../use-place';

/** Keeps the window's title: "Users · Analytical Engines (Production) · Latchkey". Renders the name of the screen. */
export function TitleOf({ name }: { name: string }) {
  const { t } = useMessages();
  const { connection } = usePlace();
  const of =
    connection && t('shell.title.environment', { connection: connection.name, environment: t(`environment.${connection.environment}`) });
  const title = [name, of, t('app.name')].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return name;
}
