import { useQuery } from '@tanstack/react-query';
import type { OutboxRecipient } from '#contract/service/models/outbox-models.ts';
import { service } from '#data/api.ts';
import { isMissing, missingUser } from '#lib/errors/can-retry.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { shortenMiddle } from '#lib/intl/format.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';

/** Milliseconds for which the name of a user is good enough for another row. */
const nameMillis = 5 * 60_000;

/** To whom an email goes: addresses, or the name of the user whose primary address it is. */
export function OutboxRecipientText({ connectionId, to }: { connectionId: string; to: OutboxRecipient }) {
  const { t } = useMessages();
  const { emails, user_id: userId } = to;
  if (emails !== undefined && emails.length > 0) return <bdi title={emails.join(', ')}>{emails.join(', ')}</bdi>;
  return userId === undefined ? t('email.outbox.no-recipient') : <UserText connectionId={connectionId} userId={userId} />;
}

/** The name of a user. Until it was read, and where it can't be, the ID. */
function UserText({ connectionId, userId }: { connectionId: string; userId: string }) {
  const { t } = useMessages();
  const nameOf = useUserName();
  const { data: user, error } = useQuery({
    ...service.users.read.query({ actor: 'project', connectionId, params: { user_id: userId } }),
    staleTime: nameMillis,
  });
  if (user !== undefined) return <bdi title={user.primary_email ?? undefined}>{nameOf(user)}</bdi>;
  const id = shortenMiddle(userId);
  return isGone(error) ? t('email.outbox.deleted-user', { id }) : <bdi>{id}</bdi>;
}

function isGone(error: Error | null): boolean {
  return error !== null && isMissing(reportOf(error), missingUser);
}
