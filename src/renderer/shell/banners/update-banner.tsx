import { Download } from 'lucide-react';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { useUpdates } from '../../stores/updates';
import { Button } from '../../ui/inputs/button';
import { Banner } from './banner';

/** The newer version that is ready. It is installed when Latchkey quits at the latest. */
export function UpdateBanner() {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const update = useUpdates();
  if (update.state !== 'ready') return null;
  const install = (
    <Button size="sm" onClick={() => runTask(() => api.app.installUpdate({}))}>
      {t('shell.updates.install')}
    </Button>
  );
  return (
    <Banner icon={Download} action={install}>
      {t('shell.updates.ready', { version: update.version })}
    </Banner>
  );
}
