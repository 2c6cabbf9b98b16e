import { Lock } from 'lucide-react';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import { type EmailChange, useChangeEmail } from '#data/emails.ts';
import { useReadOnlyReason, useSignInChangeReason } from '#data/read-only.ts';
import type { UserOf } from '#data/users.ts';
import { ServiceClockProvider } from '#lib/service-clock.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { useSentEmail } from '#window/sent-emails.ts';
import { GuardedSwitch } from '../sign-in-methods/guarded-switch';
import { useRemovalEffect } from '../sign-in-methods/use-removal-effect';
import { EmailMenu } from './email-menu';
import { type EmailOwner, emailTexts } from './email-owner';
import type { EmailRequest } from './email-request';
import styles from './emails.module.css';

interface EmailRowProps {
  owner: EmailOwner;
  email: ContactChannel;
  /** The address that is primary now. */
  primary: ContactChannel | undefined;
  onRequest: (request: EmailRequest) => void;
}

/** One address: its state, whether it is used for sign-in, and its menu. */
export function EmailRow({ owner: { of, setup }, email, primary, onRequest }: EmailRowProps) {
  const { t } = useMessages();
  const { id, value, used_for_auth: isUsed } = email;
  const readOnly = useSignInChangeReason(of.connectionId);
  const sendReason = useReadOnlyReason(of.connectionId);
  const removal = useRemovalEffect(of.actor, setup)({ kind: 'email', id });
  const { use, change } = useEmailChanges(of, email);
  const reason = readOnly ?? (isUsed ? removal.blocked : undefined);
  return (
    <tr>
      <th scope="row" className={styles.address}>
        <bdi>{value}</bdi>
      </th>
      <td>
        <Status email={email} />
      </td>
      <td className={styles.signIn} data-label={t('own-emails.column.sign-in')}>
        <span className={styles.use}>
          <GuardedSwitch
            connectionId={of.connectionId}
            label={t('own-emails.use', { email: value })}
            isOn={isUsed}
            removal={removal}
            disabledReason={readOnly}
            onChange={use}
          />
          {reason !== undefined && <Icon of={Lock} size={14} />}
        </span>
      </td>
      <td className={styles.menu}>
        <EmailMenu
          actor={of.actor}
          email={email}
          primary={primary}
          readOnly={readOnly}
          sendReason={sendReason}
          removalReason={removal.blocked}
          onChange={change}
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
        // Sent by this window, at a time of its own clock.
        <ServiceClockProvider value={0}>
          <RelativeTime of="own-emails.sent" millis={sent.at} className={styles.sent} />
        </ServiceClockProvider>
      )}
    </span>
  );
}

/** Changes an address at once, and reads what is stored again. A failure of `change` is shown as a toast. */
function useEmailChanges(of: UserOf, { id, value }: ContactChannel) {
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  const { mutateAsync } = useChangeEmail(of);
  const change = async (wanted: EmailChange) => {
    await mutateAsync({ id, change: wanted });
    if (wanted.is_primary) show({ tone: 'good', title: ({ t }) => t(emailTexts[of.actor].madePrimary, { email: value }) });
  };
  return {
    use: (isUsed: boolean) => change({ used_for_auth: isUsed }),
    change: (wanted: EmailChange) => void change(wanted).catch(showFailure),
  };
}
