import type { ContactChannel } from '../../../contract/service/models/models';
import { useMessages } from '../../lib/use-messages';
import { useRemoveEmail } from '../../queries/user/emails';
import { useConnection } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { useRemovalEffect } from '../sign-in-methods/use-removal-effect';
import { type EmailOwner, emailTexts } from './email-owner';

interface RemoveEmailDialogProps {
  owner: EmailOwner;
  email: ContactChannel;
  onClose: () => void;
}

/** Asks before an address is removed. */
export function RemoveEmailDialog({ owner: { of, setup }, email, onClose }: RemoveEmailDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(of.connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const texts = emailTexts[of.actor];
  const { mutateAsync: remove } = useRemoveEmail(of);
  const { value, is_primary: isPrimary, used_for_auth: isUsed } = email;
  const { warning } = useRemovalEffect(of.actor, setup)({ kind: 'email', id: email.id });
  const consequences = [
    isPrimary && t(texts.removePrimary),
    isUsed && t(texts.removeSignIn),
    !isPrimary && !isUsed && t(texts.removePlain),
    warning,
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
        show({ tone: 'good', title: ({ t }) => t('own-emails.removed', { email: value }) });
      }}
    />
  );
}
