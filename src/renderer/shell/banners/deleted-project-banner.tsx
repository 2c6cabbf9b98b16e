import { Unplug } from 'lucide-react';
import type { Connection } from '../../../contract/bridge/connections';
import { useMessages } from '../../lib/use-messages';
import { useIsProjectDeleted } from '../../queries/project/deleted-project';
import { useConnectionDialogs } from '../../stores/window/connection-dialogs';
import { Button } from '../../ui/inputs/button';
import { Banner } from './banner';

/** Says that the project of the shown connection no longer exists, and offers to remove the connection. */
export function DeletedProjectBanner({ connection: { id, projectId, name } }: { connection: Connection }) {
  const { t } = useMessages();
  const show = useConnectionDialogs((state) => state.show);
  if (!useIsProjectDeleted(id, projectId)) return null;
  const remove = (
    <Button size="sm" onClick={() => show({ kind: 'remove', connectionId: id })}>
      {t('shell.project-gone.remove')}
    </Button>
  );
  return (
    <Banner icon={Unplug} warn action={remove}>
      {t('shell.project-gone', { name })}
    </Banner>
  );
}
