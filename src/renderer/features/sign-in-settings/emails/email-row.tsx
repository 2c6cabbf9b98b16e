import { Lock } from 'lucide-react';
import type { ContactChannel } from '../../../../contract/service/models/models';
import { useAction } from '../../../lib/use-action';
import { useFailureToast } from '../../../lib/use-failure-toast';
import { useMessages } from '../../../lib/use-messages';
import { type EmailChange, useChangeEmail } from '../../../queries/account/own-emails';
import { useReadOnlyReason } from '../../../stores/read-only';
import { useSentEmail } from '../../../stores/window/sent-emails';
import { Badge } from '../../../ui/data/badge';
import { Icon } from '../../../ui/data/icon';
import { RelativeTime } from '../../../ui/data/relative-time';
import { useToasts } from '../../../ui/feedback/toasts';
import { ReasonedSwitch } from '../../../ui/inputs/reasoned-switch';
import type { OwnAccount } from '../own-account';
import { useRemovalReason } from '../use-removal-reason';
import { EmailMenu } from './email-menu';
import type { EmailRequest } from './email-request';
import styles from './emails.module.css';

interface EmailRowProps {
  own: OwnAccount;
  email: ContactChannel;
  hasPrimary: boolean;
  onRequest: (request: EmailRequest) => void;
}

/** One address: its state, whether it is used for sign-in, and its menu. */
export function EmailRow({ own, email, hasPrimary, onRequest }: EmailRowProps) {
  const { t } = useMessages();
  const { id, value, used_for_auth: isUsed } = email;
  const readOnly = useReadOnlyReason(own.connectionId);
  const removalReason = useRemovalReason(own.setup)({ kind: 'email', id });
  const { change, pending } = useEmailChange(own, email);
  const reason = readOnly ?? (isUsed ? removalReason : undefined);
  return (
    <tr>
      <th scope="row" className={styles.address}>
        <bdi>{value}</bdi>
      </th>
      <td>
        <Status email={email} />
      </td>
      <td>
        <span className={styles.use}>
          <ReasonedSwitch
            label={t('own-emails.use', { email: value })}
            checked={pending?.used_for_auth ?? isUsed}
            busy={pending !== null}
            disabledReason={reason}
            onChange={(next) => change({ used_for_auth: next })}
          />
          {reason !== undefined && <Icon of={Lock} size={14} />}
        </span>
      </td>
      <td className={styles.menu}>
        <EmailMenu
          email={email}
          hasPrimary={hasPrimary}
          readOnly={readOnly}
          removalReason={removalReason}
          onMakePrimary={() => change({ is_primary: true })}
          onRequest={onRequest}
        />
      </td>
    </tr>
  );
}

function Status({ email: { id, is_primary: isPrimary, is_verified: isVerified } }: Pick<EmailRowProps, 'email'>) {
  const { t } = useMessages();
  const sent = useSentEmail(id);
  return (
    <span className={styles.badges}>
      {isPrimary && <Badge tone="accent">{t('own-emails.primary')}</Badge>}
      <Badge tone={isVerified ? 'good' : 'warn'}>{t(isVerified ? 'own-emails.verified' : 'own-emails.unverified')}</Badge>
      {sent !== undefined && !isVerified && (
        <span className={styles.sent}>
          {t('own-emails.sent')} <RelativeTime millis={sent.at} />
        </span>
      )}
    </span>
  );
}

/** Changes an address at once; a failure is shown as a toast, and what is stored is read again. */
function useEmailChange({ connectionId, accountId }: OwnAccount, { id, value }: ContactChannel) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  const { mutateAsync } = useChangeEmail(connectionId, accountId);
  const action = useAction(async (change: EmailChange) => {
    try {
      await mutateAsync({ id, change });
      if (change.is_primary) show({ tone: 'good', title: t('own-emails.made-primary', { email: value }) });
    } catch (thrown) {
      showFailure(thrown);
    }
  });
  return { change: (change: EmailChange) => void action.run(change), pending: action.pending?.[0] ?? null };
}
