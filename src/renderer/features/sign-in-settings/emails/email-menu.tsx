import { BadgeCheck, MoreHorizontal, Send, Star, Trash2 } from 'lucide-react';
import type { ContactChannel } from '../../../../contract/service/models/models';
import { useMessages } from '../../../lib/use-messages';
import { useSecondsUntil } from '../../../lib/use-seconds-until';
import { useSentEmail } from '../../../stores/window/sent-emails';
import { IconButton } from '../../../ui/inputs/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlays/menu';
import type { EmailRequest } from './email-request';

interface EmailMenuProps {
  email: ContactChannel;
  hasPrimary: boolean;
  readOnly: string | undefined;
  removalReason: string | undefined;
  onMakePrimary: () => void;
  onRequest: (request: EmailRequest) => void;
}

/** What can be done with an address. */
export function EmailMenu({ email, hasPrimary, readOnly, removalReason, onMakePrimary, onRequest }: EmailMenuProps) {
  const { t } = useMessages();
  const trigger = <IconButton label={t('own-emails.actions', { email: email.value })} icon={MoreHorizontal} />;
  return (
    <Menu trigger={trigger} align="end">
      {!email.is_verified && <Verification email={email} hasPrimary={hasPrimary} readOnly={readOnly} onRequest={onRequest} />}
      <MenuItem icon={Star} disabledReason={readOnly ?? primaryReason(t, email, hasPrimary)} onSelect={onMakePrimary}>
        {t('own-emails.make-primary')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger disabledReason={readOnly ?? removalReason} onSelect={() => onRequest({ kind: 'remove', email })}>
        {t('own-emails.remove')}
      </MenuItem>
    </Menu>
  );
}

/** Why an address can’t become the primary one. Without one, an unverified address can, because verifying requires one. */
function primaryReason(t: ReturnType<typeof useMessages>['t'], email: ContactChannel, hasPrimary: boolean): string | undefined {
  if (email.is_primary) return t('own-emails.make-primary.is');
  return hasPrimary && !email.is_verified ? t('own-emails.make-primary.verify') : undefined;
}

function Verification({ email, hasPrimary, readOnly, onRequest }: Pick<EmailMenuProps, 'email' | 'hasPrimary' | 'readOnly' | 'onRequest'>) {
  const { t } = useMessages();
  const sent = useSentEmail(email.id);
  const seconds = useSecondsUntil(sent?.nextAt ?? 0);
  const needsPrimary = hasPrimary ? undefined : t('own-emails.send.needs-primary');
  const tooSoon = seconds > 0 ? t('own-emails.send.early', { seconds }) : undefined;
  return (
    <>
      <MenuItem icon={BadgeCheck} disabledReason={readOnly} onSelect={() => onRequest({ kind: 'verify', email })}>
        {t('own-emails.verify')}
      </MenuItem>
      <MenuItem icon={Send} disabledReason={readOnly ?? needsPrimary ?? tooSoon} onSelect={() => onRequest({ kind: 'send', email })}>
        {t(sent === undefined ? 'own-emails.send' : 'own-emails.resend')}
      </MenuItem>
    </>
  );
}
