import { Download } from 'lucide-react';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { useUpdates } from '../../stores/updates';
import { Button } from '../../ui/inputs/button';
import type { StatusMessage } from './status-message';

/** Returns a message about the newer version that is ready. It is installed when Latchkey quits at the latest. */
export function useUpdateMessages(): readonly StatusMessage[] {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const update = useUpdates();
  if (update.state !== 'ready') return [];
  const action = (
    <Button size="sm" onClick={() => runTask(() => api.app.installUpdate({}))}>
      {t('shell.updates.install')}
    </Button>
  );
  return [{ key: 'update', icon: Download, text: t('shell.updates.ready', { version: update.version }), action }];
}
