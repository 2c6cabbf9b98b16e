import { useConnection } from '../../stores/connections';
import { useConnectionDialogs } from '../../stores/window/connection-dialogs';
import { GroupDialog } from '../rail/group-dialog';
import { RemoveDialog } from './remove-dialog';

/** The dialogs about a connection that can be opened from anywhere. */
export function ConnectionDialogs() {
  const { open, hide } = useConnectionDialogs();
  const connection = useConnection(open?.connectionId);
  if (open === null || connection === undefined) return null;
  if (open.kind === 'remove') return <RemoveDialog connection={connection} onClose={hide} />;
  return <GroupDialog connection={connection} onClose={hide} />;
}
