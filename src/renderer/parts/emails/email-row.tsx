import { BadgeCheck, BadgeX, Lock, MoreHorizontal, Send, Star, Trash2 } from 'lucide-react';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import { type EmailChange, useChangeEmail } from '#data/emails.ts';
import { useReadOnlyReason, useSignInChangeReason } from '#data/read-only.ts';
import type { UserOf } from '#data/users.ts';
import { ServiceClockProvider } from '#lib/service-clock.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useSecondsUntil } from '#lib/use-seconds-until.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx';
import { useSentEmail } from '#window/sent-emails.ts';
import { GuardedSwitch } from '../sign-in-methods/guarded-switch';
import { useRemovalEffect } from '../sign-in-methods/use-removal-effect';
import { type EmailOwner, emailTexts } from './email-owner';
import styles from './emails.module.css';
import type { EmailRequest } from './use-send-email';

interface EmailMenuProps {
  /** The account verifies its addresses; a project admin marks those of a user as verified. */
  actor: UserOf['actor'];
  email: ContactChannel;
  /** The address that is primary now. */
  primary: ContactChannel | undefined;
  /** Why the address can’t be changed. */
  readOnly: string | undefined;
  /** Why no email can be sent to it. */
  sendReason: string | undefined;
  removalReason: string | undefined;
  onChange: (change: EmailChange) => void;
  onRequest: (request: EmailRequest) => void;
}

/** What can be done with an address. */
function EmailMenu({ actor, email, primary, readOnly, sendReason, removalReason, onChange, onRequest }: EmailMenuProps) {
  const { t } = useMessages();
  const trigger = <IconButton label={t('own-emails.actions', { email: email.value })} icon={MoreHorizontal} />;
  const hasPrimary = primary !== undefined;
  const makePrimary = () =>
    primary?.used_for_auth ? onRequest({ kind: 'make-primary', email, old: primary }) : onChange({ is_primary: true });
  const primaryReason = usePrimaryReason(actor, email, hasPrimary);
  const isVerified = email.is_verified;
  return (
    <Menu trigger={trigger} align="end">
      {actor === 'account' && !isVerified && (
        <MenuItem icon={BadgeCheck} disabledReason={readOnly} onSelect={() => onRequest({ kind: 'verify', email })}>
          {t('own-emails.verify')}
        </MenuItem>
      )}
      {!isVerified && <SendItem actor={actor} email={email} hasPrimary={hasPrimary} sendReason={sendReason} onRequest={onRequest} />}
      {actor === 'project' && (
        <MenuItem icon={isVerified ? BadgeX : BadgeCheck} disabledReason={readOnly} onSelect={() => onChange({ is_verified: !isVerified })}>
          {t(isVerified ? 'users.emails.mark-unverified' : 'users.emails.mark-verified')}
        </MenuItem>
      )}
      <MenuItem icon={Star} disabledReason={readOnly ?? primaryReason} onSelect={makePrimary}>
        {t('own-emails.make-primary')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger disabledReason={readOnly ?? removalReason} onSelect={() => onRequest({ kind: 'remove', email })}>
        {t('own-emails.remove')}
      </MenuItem>
    </Menu>
  );
}

/**
 * Returns why an address can’t become the primary one. Without one, an account’s unverified address can, because verifying requires one.
 * A project admin decides.
 */
function usePrimaryReason(actor: UserOf['actor'], email: ContactChannel, hasPrimary: boolean): string | undefined {
  const { t } = useMessages();
  if (email.is_primary) return t(emailTexts[actor].isPrimary);
  return actor === 'account' && hasPrimary && !email.is_verified ? t('own-emails.make-primary.verify') : undefined;
}

type SendItemProps = Pick<EmailMenuProps, 'actor' | 'email' | 'sendReason' | 'onRequest'> & { hasPrimary: boolean };

function SendItem({ actor, email, hasPrimary, sendReason, onRequest }: SendItemProps) {
  const { t } = useMessages();
  const sent = useSentEmail(email.id);
  const seconds = useSecondsUntil(sent?.nextAt ?? 0);
  const needsPrimary = hasPrimary ? undefined : t(emailTexts[actor].needsPrimary);
  const tooSoon = seconds > 0 ? t('own-emails.send.early', { seconds }) : undefined;
  return (
    <MenuItem icon={Send} disabledReason={sendReason ?? needsPrimary ?? tooSoon} onSelect={() => onRequest({ kind: 'send', email })}>
      {t(sent === undefined ? 'own-emails.send' : 'own-emails.resend')}
    </MenuItem>
  );
}

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
