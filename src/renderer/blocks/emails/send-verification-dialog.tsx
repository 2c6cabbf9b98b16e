import type { ContactChannel } from '../../../contract/service/models/models';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { verificationPurpose } from '../../queries/user/emails';
import type { UserOf } from '../../queries/user/user-of';
import { useConnection } from '../../stores/connections';
import { ActionDialog } from '../../ui/overlays/action-dialog';
import { EmailLinkTarget } from '../callback/email-link-target';
import { FailureLine } from '../form/failure-line';
import { emailTexts } from './email-owner';
import styles from './emails.module.css';
import { useSendEmailOrThrow } from './use-send-email';

interface SendVerificationDialogProps {
  of: UserOf;
  email: ContactChannel;
  onClose: () => void;
}

/** Emails a verification link, after the user has seen where it opens. */
export function SendVerificationDialog({ of, email, onClose }: SendVerificationDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(of.connectionId)?.environment;
  const send = useSendEmailOrThrow(of);
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
        <EmailLinkTarget connectionId={of.connectionId} purpose={verificationPurpose[of.actor]} />
        <FailureLine report={sending.failure} unknown={emailTexts[of.actor].sendUnknown} />
      </div>
    </ActionDialog>
  );
}
