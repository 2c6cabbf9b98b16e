import { Compass, Unplug } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useMessages } from '#lib/use-messages.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';

function ToStart() {
  const { t } = useMessages();
  const navigate = useNavigate();
  return <Button onClick={() => void navigate(paths.start())}>{t('shell.not-found.action')}</Button>;
}

/** A path without a screen. */
export function NotFound() {
  const { t } = useMessages();
  return (
    <EmptyState heading="h1" icon={Compass} title={t('shell.not-found.title')} text={t('shell.not-found.text')} action={<ToStart />} />
  );
}

/** A path of a connection that was removed. */
export function ConnectionNotFound() {
  const { t } = useMessages();
  return (
    <EmptyState
      heading="h1"
      icon={Unplug}
      title={t('shell.connection-gone.title')}
      text={t('shell.connection-gone.text')}
      action={<ToStart />}
    />
  );
}
