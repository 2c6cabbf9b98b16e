import { useMessages } from '../../lib/use-messages';
import { type ApiKey, type KeyOwner, useRevokeApiKey } from '../../queries/api-keys';
import { useConnection } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { textToType } from './text-to-type';
import { useKeyName } from './use-key-name';

interface RevokeKeyDialogProps {
  owner: KeyOwner;
  value: ApiKey;
  onClose: () => void;
}

/** Asks before an API key is revoked. In production, and where the safety level requires it, its description has to be typed. */
export function RevokeKeyDialog({ owner, value, onClose }: RevokeKeyDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const { mutateAsync: revoke } = useRevokeApiKey(owner);
  const connection = useConnection(owner.connectionId);
  const name = useKeyName()(value);
  const isGuarded = connection?.environment === 'production' || connection?.safety === 'type-to-destroy';
  // Calls of the project are confirmed by the connection's safety level itself.
  const typed = isGuarded && owner.actor === 'account' ? textToType(value.description, value.value.last_four) : undefined;
  const confirm = async () => {
    await revoke(value.id);
    show({ tone: 'good', title: t('api-keys.revoked', { name }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('api-keys.revoke.title', { name })}
      consequence={t('api-keys.revoke.consequence')}
      confirmLabel={t('api-keys.revoke.confirm')}
      danger
      typeToConfirm={typed}
      environment={connection?.environment}
      onConfirm={confirm}
    />
  );
}
