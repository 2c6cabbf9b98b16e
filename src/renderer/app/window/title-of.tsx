import { useEffect } from 'react';
import { useTopic } from '#data/topics.ts';
import { shownText } from '#lib/privacy/shown-text.ts';
import { connectionTitle } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { usePlace } from '../use-place';

/** Keeps the window's title: "Users · Analytical Engines (Production) · Latchkey". Renders the name of the screen. */
export function TitleOf({ name }: { name: string }) {
  const messages = useMessages();
  const { connection } = usePlace();
  const { privacyMode } = useTopic('settings.state');
  const names = useConnectionNames();
  const of = connection && connectionTitle(messages, { ...connection, name: names.get(connection.id) ?? connection.name });
  const title = [name, of, messages.t('app.name')].filter(Boolean).join(' · ');
  useEffect(() => {
    // Without the setting among the dependencies, the title would stay as it was when that changed.
    document.title = privacyMode ? shownText(title) : title;
  }, [title, privacyMode]);
  return name;
}
