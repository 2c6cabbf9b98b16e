import type { SignInSetup } from '../../lib/rules/sign-in-method-removal';
import { providerName } from '../../lib/rules/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import { useDisconnect } from '../../queries/user/connected-accounts';
import type { UserOf } from '../../queries/user/user-of';
import { useConnection } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { useRemovalEffect } from '../sign-in-methods/use-removal-effect';
import { accountTexts } from './account-texts';
import type { ConnectedAccount } from './connected-accounts';

interface DisconnectDialogProps {
  of: UserOf;
  account: ConnectedAccount;
  setup: SignInSetup | undefined;
  onClose: () => void;
}

/** Asks before an account is disconnected. */
export function DisconnectDialog({ of, account, setup, onClose }: DisconnectDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(of.connectionId)?.environment;
  const { mutateAsync: disconnect } = useDisconnect(of);
  const texts = accountTexts[of.actor];
  const { warning } = useRemovalEffect(of.actor, setup)({ kind: 'provider', id: account.id });
  const provider = providerName(account.provider);
  const confirm = async () => {
    await disconnect(account.id);
    show({ tone: 'good', title: ({ t }) => t('connected.disconnected', { provider }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t(texts.title, { provider })}
      consequence={[t(account.allowsSignIn ? texts.consequence : texts.consequenceTokens, { provider }), warning].filter(Boolean).join(' ')}
      confirmLabel={t('connected.disconnect')}
      danger
      environment={environment}
      onConfirm={confirm}
    />
  );
}
