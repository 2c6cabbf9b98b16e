import { RemoveDialog } from '../features/connect/remove-dialog';
import { useConnectionDialogs } from '../stores/connection-dialogs';
import { useConnection } from '../stores/connections';
import { GroupDialog } from './group-dialog';

/** The questions about a connection that can be asked from anywhere. */
export function ConnectionDialogs() {
  const { open, hide } = useConnectionDialogs();
  const connection = useConnection(open?.connectionId);
  if (open === null || connection === undefined) return null;
  if (open.kind === 'remove') return <RemoveDialog connection={connection} onClose={hide} />;
  return <GroupDialog connection={connection} onClose={hide} />;
}
