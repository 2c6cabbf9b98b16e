import { useMessages } from '../../lib/use-messages';
import { type ApiKey, type KeyOwner, useRevokeApiKey } from '../../queries/api-keys';
import { useConnection } from '../../stores/connections';
import { RevokeDialog } from './revoke-dialog';
import { textToType } from './text-to-type';
import { keyName } from './use-key-name';

interface RevokeKeyDialogProps {
  owner: KeyOwner;
  value: ApiKey;
  onClose: () => void;
}

/** Asks before an API key is revoked. In production, and where the safety level requires it, its description has to be typed. */
export function RevokeKeyDialog({ owner, value, onClose }: RevokeKeyDialogProps) {
  const { t } = useMessages();
  const { mutateAsync: revoke } = useRevokeApiKey(owner);
  const connection = useConnection(owner.connectionId);
  const isGuarded = connection?.environment === 'production' || connection?.safety === 'type-to-destroy';
  // Calls of the project are confirmed by the connection's safety level itself.
  const typed = isGuarded && owner.actor === 'account' ? textToType(value.description, value.value.last_four) : undefined;
  return (
    <RevokeDialog
      connectionId={owner.connectionId}
      name={(messages) => keyName(messages, value)}
      consequence={t('api-keys.revoke.consequence')}
      confirmLabel={t('api-keys.revoke.confirm')}
      typed={typed}
      onRevoke={() => revoke(value.id)}
      onClose={onClose}
    />
  );
}
