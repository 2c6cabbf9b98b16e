import type { ContactChannel } from '../../../../contract/service/models/models';
import { EmailLinkTarget } from '../../../blocks/callback/email-link-target';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import { useConnection } from '../../../stores/connections';
import { ActionDialog } from '../../../ui/overlays/action-dialog';
import { FailureLine } from '../failure-line';
import type { OwnAccount } from '../own-account';
import styles from '../sign-in-settings.module.css';
import { useSendEmailOrThrow } from './use-send-email';

interface SendVerificationDialogProps {
  own: OwnAccount;
  email: ContactChannel;
  onClose: () => void;
}

/** Emails a verification link, after the user has seen where it opens. */
export function SendVerificationDialog({ own, email, onClose }: SendVerificationDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(own.connectionId)?.environment;
  const send = useSendEmailOrThrow(own);
  const sending = useAction(() => send(email), { onDone: onClose });
  return (
    <ActionDialog
      title={t('own-emails.send.title')}
      description={t('own-emails.send.text', { email: email.value })}
      environment={environment}
      actionLabel={t('own-emails.send')}
      busy={sending.isPending}
      action={() => void sending.run()}
      onClose={onClose}
    >
      <div className={styles.form}>
        <EmailLinkTarget connectionId={own.connectionId} purpose="contact-channel" />
        <FailureLine report={sending.failure} unknown="own-emails.send.unknown" />
      </div>
    </ActionDialog>
  );
}
