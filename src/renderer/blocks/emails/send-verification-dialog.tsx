import type { ContactChannel } from '../../../contract/service/models/models';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import type { UserOf } from '../../queries/user/user-of';
import { useConnection } from '../../stores/connections';
import { ActionDialog } from '../../ui/overlays/action-dialog';
import { EmailLinkTarget } from '../callback/email-link-target';
import { FailureLine } from '../form/failure-line';
import { emailTexts } from './email-owner';
import styles from './emails.module.css';
import { useSendEmailOrThrow } from './use-send-email';
import { useVerificationPurpose } from './use-verification-purpose';

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
  const purpose = useVerificationPurpose(of);
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
        <EmailLinkTarget connectionId={of.connectionId} purpose={purpose} />
        <FailureLine report={sending.failure} unknown={emailTexts[of.actor].sendUnknown} />
      </div>
    </ActionDialog>
  );
}
