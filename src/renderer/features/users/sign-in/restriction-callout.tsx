import type { ServerUser } from '../../../../contract/service/models/models';
import { restrictionOf } from '../../../lib/rules/restriction';
import { useMessages } from '../../../lib/use-messages';
import { Callout } from '../../../ui/feedback/callout';

/** Says that a user can’t use all of the project, and what would change that. The service has no request to lift a restriction. */
export function RestrictionCallout({ user }: { user: ServerUser }) {
  const messages = useMessages();
  const { t } = messages;
  const restriction = restrictionOf(user, messages);
  if (restriction === null || restriction.type === 'anonymous') return null;
  return (
    <Callout tone="warn" title={<bdi>{t('users.restricted', { reason: restriction.reason })}</bdi>}>
      {t(restriction.type === 'email_not_verified' ? 'users.restricted.verify' : 'users.restricted.read-only')}
    </Callout>
  );
}
