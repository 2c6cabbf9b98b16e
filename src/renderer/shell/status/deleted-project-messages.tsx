import { Unplug } from 'lucide-react';
import type { Connection } from '../../../contract/bridge/connections';
import { EditConnectionButton } from '../../blocks/admin/edit-connection-button';
import { useMessages } from '../../lib/use-messages';
import { useIsProjectDeleted } from '../../queries/project/deleted-project';
import { useConnectionDialogs } from '../../stores/window/connection-dialogs';
import { Button } from '../../ui/inputs/button';
import type { StatusMessage } from './status-message';

/** Returns a message if the project of the shown connection no longer exists, which offers to edit or remove the connection. */
export function useDeletedProjectMessages(connection: Connection | undefined): readonly StatusMessage[] {
  const { t } = useMessages();
  const show = useConnectionDialogs((state) => state.show);
  const isDeleted = useIsProjectDeleted(connection?.id ?? '', connection?.projectId ?? '');
  if (connection === undefined || !isDeleted) return [];
  const { id, name } = connection;
  const action = (
    <>
      <EditConnectionButton size="sm" connectionId={id} />
      <Button size="sm" onClick={() => show({ kind: 'remove', connectionId: id })}>
        {t('shell.project-gone.remove')}
      </Button>
    </>
  );
  return [{ key: `deleted-project ${id}`, icon: Unplug, tone: 'warn', text: t('shell.project-gone', { name }), action }];
}
