import type { ClientUser } from '../../../contract/service/models';
import { restrictionOf } from '../../lib/restriction';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/callout';

/** Tells the user that the project restricts the account, and why; nothing for an account without restrictions. */
export function RestrictionCallout({ user }: { user: ClientUser }) {
  const { t } = useMessages();
  const restriction = restrictionOf(user);
  if (restriction === null) return null;
  return (
    <Callout tone="warn" title={t('profile.restricted')}>
      {restriction.reason !== null && <div>{t('profile.restricted.reason', { reason: restriction.reason })}</div>}
      <div>{t(user.primary_email_verified ? 'profile.restricted.admin' : 'profile.restricted.verify')}</div>
    </Callout>
  );
}
