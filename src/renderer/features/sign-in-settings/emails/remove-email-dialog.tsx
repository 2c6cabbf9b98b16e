import type { ContactChannel } from '../../../../contract/service/models/models';
import { useMessages } from '../../../lib/use-messages';
import { useRemoveEmail } from '../../../queries/account/own-emails';
import { useConnection } from '../../../stores/connections';
import { useToasts } from '../../../ui/feedback/toasts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import type { OwnAccount } from '../own-account';

interface RemoveEmailDialogProps {
  own: OwnAccount;
  email: ContactChannel;
  onClose: () => void;
}

/** Asks before an address is removed. */
export function RemoveEmailDialog({ own, email, onClose }: RemoveEmailDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(own.connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const { mutateAsync: remove } = useRemoveEmail(own.connectionId, own.accountId);
  const { value, is_primary: isPrimary, used_for_auth: isUsed } = email;
  const consequences = [
    isPrimary && t('own-emails.remove.primary'),
    isUsed && t('own-emails.remove.sign-in'),
    !isPrimary && !isUsed && t('own-emails.remove.plain'),
  ];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('own-emails.remove.title', { email: value })}
      consequence={consequences.filter(Boolean).join(' ')}
      confirmLabel={t('own-emails.remove')}
      danger
      environment={environment}
      onConfirm={async () => {
        await remove(email.id);
        show({ tone: 'good', title: t('own-emails.removed', { email: value }) });
      }}
    />
  );
}
