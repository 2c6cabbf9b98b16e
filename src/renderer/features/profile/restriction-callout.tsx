import type { ClientUser } from '../../../contract/service/models';
import { restrictionOf } from '../../lib/restriction';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/callout';

/** Tells the user that the project restricts the account, and why. Renders nothing for an account without restrictions. */
export function RestrictionCallout({ user }: { user: ClientUser }) {
  const messages = useMessages();
  const { t } = messages;
  const reason = restrictionOf(user, messages);
  if (reason === null) return null;
  return (
    <Callout tone="warn" title={t('profile.restricted')}>
      <div>{t('profile.restricted.reason', { reason })}</div>
      <div>{t(user.primary_email_verified ? 'profile.restricted.admin' : 'profile.restricted.verify')}</div>
    </Callout>
  );
}
