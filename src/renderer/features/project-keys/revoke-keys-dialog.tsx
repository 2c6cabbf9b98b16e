import type { KeySet } from '../../../contract/service/models/api-key-models';
import { textToType } from '../../blocks/api-keys/text-to-type';
import { formatNames } from '../../lib/intl/format';
import { keysOfSet, kindsInUse } from '../../lib/keys/project-keys';
import { useMessages } from '../../lib/use-messages';
import { useRevokeKeySet } from '../../queries/project/key-sets';
import { useConnection } from '../../stores/connections';
import { Callout } from '../../ui/feedback/callout';
import { useToasts } from '../../ui/feedback/toasts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { useKeySetName } from './use-key-set-name';

interface RevokeKeysDialogProps {
  connectionId: string;
  value: KeySet;
  onClose: () => void;
}

/** Asks before project keys are revoked: their name has to be typed. Warns if Latchkey would lock itself out. */
export function RevokeKeysDialog({ connectionId, value, onClose }: RevokeKeysDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const { mutateAsync: revoke } = useRevokeKeySet(connectionId);
  const connection = useConnection(connectionId);
  const name = useKeySetName()(value);
  // This safety level has the connection's name typed.
  const typed =
    connection?.safety === 'type-to-destroy' ? undefined : textToType(value.description, keysOfSet(value).at(-1)?.lastFour ?? value.id);
  const confirm = async () => {
    await revoke(value.id);
    show({ tone: 'good', title: t('api-keys.revoked', { name }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('api-keys.revoke.title', { name })}
      consequence={t('project-keys.revoke.consequence')}
      confirmLabel={t('project-keys.revoke.confirm')}
      danger
      typeToConfirm={typed}
      environment={connection?.environment}
      onConfirm={confirm}
    >
      <LockOutWarning connectionId={connectionId} value={value} />
    </ConfirmDialog>
  );
}

function LockOutWarning({ connectionId, value }: Omit<RevokeKeysDialogProps, 'onClose'>) {
  const { t, locale } = useMessages();
  const connection = useConnection(connectionId);
  const kinds = connection === undefined ? [] : kindsInUse(value, connection);
  if (kinds.length === 0) return null;
  const names = kinds.map((kind) => t(`project-keys.kind.${kind}`));
  return (
    <Callout tone="warn" title={t('project-keys.revoke.in-use')}>
      {t('project-keys.revoke.in-use.text', { count: kinds.length, keys: formatNames(names, locale) })}
    </Callout>
  );
}
