import { providerName } from '../../lib/rules/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import { useDisconnect } from '../../queries/account/connected-accounts';
import { useConnection } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import type { ConnectedAccount } from './connected-accounts';

interface DisconnectDialogProps {
  connectionId: string;
  accountId: string;
  account: ConnectedAccount;
  onClose: () => void;
}

/** Asks before an account is disconnected. */
export function DisconnectDialog({ connectionId, accountId, account, onClose }: DisconnectDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(connectionId)?.environment;
  const { mutateAsync: disconnect } = useDisconnect(connectionId, accountId);
  const provider = providerName(account.provider);
  const confirm = async () => {
    await disconnect(account.id);
    show({ tone: 'good', title: t('connected.disconnected', { provider }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('connected.disconnect.title', { provider })}
      consequence={t(account.allowsSignIn ? 'connected.disconnect.consequence' : 'connected.disconnect.consequence.tokens', { provider })}
      confirmLabel={t('connected.disconnect')}
      danger
      environment={environment}
      onConfirm={confirm}
    />
  );
}
