import { BadgeCheck, BadgeX, MoreHorizontal, Send, Star, Trash2 } from 'lucide-react';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import type { EmailChange } from '#data/emails.ts';
import type { UserOf } from '#data/users.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useSecondsUntil } from '#lib/use-seconds-until.ts';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx';
import { useSentEmail } from '#window/sent-emails.ts';
import { emailTexts } from './email-owner';
import type { EmailRequest } from './email-request';

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
export function EmailMenu({ actor, email, primary, readOnly, sendReason, removalReason, onChange, onRequest }: EmailMenuProps) {
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
