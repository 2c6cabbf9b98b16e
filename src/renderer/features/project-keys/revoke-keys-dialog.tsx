import type { KeySet } from '../../../contract/service/models/api-key-models';
import { RevokeDialog } from '../../blocks/api-keys/revoke-dialog';
import { LockOutWarning } from '../../blocks/project-keys/lock-out-warning';
import { textOfSetToType } from '../../blocks/project-keys/text-of-set';
import { keySetName } from '../../blocks/project-keys/use-key-set-name';
import { useMessages } from '../../lib/use-messages';
import { useRevokeKeySet } from '../../queries/project/key-sets';
import { useConnection } from '../../stores/connections';

interface RevokeKeysDialogProps {
  connectionId: string;
  value: KeySet;
  onClose: () => void;
}

/** Asks before project keys are revoked: their name has to be typed. Warns if Latchkey would lock itself out. */
export function RevokeKeysDialog({ connectionId, value, onClose }: RevokeKeysDialogProps) {
  const { t } = useMessages();
  const { mutateAsync: revoke } = useRevokeKeySet(connectionId);
  const connection = useConnection(connectionId);
  // This safety level has the connection's name typed.
  const typed = connection?.safety === 'type-to-destroy' ? undefined : textOfSetToType(value);
  return (
    <RevokeDialog
      connectionId={connectionId}
      name={(messages) => keySetName(messages, value)}
      consequence={t('project-keys.revoke.consequence')}
      confirmLabel={t('project-keys.revoke.confirm')}
      typed={typed}
      onRevoke={() => revoke(value.id)}
      onClose={onClose}
    >
      <LockOutWarning connectionId={connectionId} value={value} />
    </RevokeDialog>
  );
}
