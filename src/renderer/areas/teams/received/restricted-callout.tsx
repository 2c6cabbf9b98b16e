import { useOwnUser } from '#data/own-user.ts';
import { useScreenAccount } from '#data/scope.ts';
import { restrictionOf } from '#lib/rules/restriction.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';

/** Returns why the account can't accept invitations; undefined if it can, or while that is unknown. */
export function useRestrictionReason(): string | undefined {
  const { id: accountId, connectionId } = useScreenAccount();
  const messages = useMessages();
  const { data: user } = useOwnUser(connectionId, accountId);
  const restriction = user && restrictionOf(user, messages);
  return restriction ? messages.t('profile.restricted.reason', { reason: restriction.reason }) : undefined;
}

/** Says that a restricted account can't accept invitations (2.8.59). */
export function RestrictedCallout() {
  const { t } = useMessages();
  const reason = useRestrictionReason();
  if (reason === undefined) return null;
  return (
    <Callout tone="warn" title={t('invitations.restricted')}>
      {reason}
    </Callout>
  );
}
