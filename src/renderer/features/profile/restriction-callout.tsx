import type { ClientUser } from '../../../contract/service/models/models';
import type { MessageKey } from '../../../messages/translator';
import { type Restriction, restrictionOf } from '../../lib/rules/restriction';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/feedback/callout';

/** What the user can do about each. */
const nextSteps: Readonly<Record<Restriction['type'], MessageKey>> = {
  anonymous: 'profile.restricted.anonymous',
  email_not_verified: 'profile.restricted.verify',
  restricted_by_administrator: 'profile.restricted.admin',
  other: 'profile.restricted.admin',
};

/** Tells the user that the project restricts the account, and why. Renders nothing for an account without restrictions. */
export function RestrictionCallout({ user }: { user: ClientUser }) {
  const messages = useMessages();
  const { t } = messages;
  const restriction = restrictionOf(user, messages);
  if (restriction === null) return null;
  const { type, reason } = restriction;
  return (
    <Callout tone={type === 'anonymous' ? 'neutral' : 'warn'} title={t('profile.restricted')}>
      <p>{t('profile.restricted.reason', { reason })}</p>
      <p>{t(nextSteps[type])}</p>
    </Callout>
  );
}
