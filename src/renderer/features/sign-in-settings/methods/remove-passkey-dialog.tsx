import { useMessages } from '../../../lib/use-messages';
import { useUpdateMethods } from '../../../queries/account/own-methods';
import { useConnection } from '../../../stores/connections';
import { useToasts } from '../../../ui/feedback/toasts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import type { OwnAccount } from '../own-account';
import { usePasskeyName } from './passkey-name';

/** Asks before the passkey is removed, wherever it was created. */
export function RemovePasskeyDialog({ own, onClose }: { own: OwnAccount; onClose: () => void }) {
  const { t } = useMessages();
  const environment = useConnection(own.connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const [, setName] = usePasskeyName(own.user.id);
  const { mutateAsync: update } = useUpdateMethods(own.connectionId, own.accountId);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('methods.passkey.remove.title')}
      consequence={t('methods.passkey.remove.consequence')}
      confirmLabel={t('methods.passkey.remove')}
      danger
      environment={environment}
      onConfirm={async () => {
        await update({ passkey_auth_enabled: false });
        setName('');
        show({ tone: 'good', title: 'methods.passkey.removed' });
      }}
    />
  );
}
