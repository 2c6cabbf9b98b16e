import { useQuery } from '@tanstack/react-query';
import { type OutboxEmail, type OutboxRecipient, outboxStatuses } from '#contract/service/models/outbox-models.ts';
import { service } from '#data/api.ts';
import { cx } from '#lib/class-names.ts';
import { isMissing, missingUser } from '#lib/errors/can-retry.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { shortenMiddle } from '#lib/intl/format.ts';
import { roomFor } from '#lib/intl/room-for.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { Badge } from '#ui/data/badge.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { TwoLineCell } from '#ui/data/two-line-cell.tsx';
import type { Column } from '#ui/data/virtual-list.tsx';
import styles from '../email.module.css';
import { errorOf, skipReasonKey, statusKey, statusTone, timeOf } from './outbox-states';

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

interface ColumnOptions {
  readonly connectionId: string;
  readonly messages: Translator;
  readonly isNarrow: boolean;
}

/** Returns the columns of the outbox. If there is little room, what is to know about the state is below the recipient. */
export function outboxColumns({ connectionId, messages: { t }, isNarrow }: ColumnOptions): Column<OutboxEmail>[] {
  const columns: Column<OutboxEmail>[] = [
    { id: 'status', header: t('email.outbox.state'), width: statusWidth(t), cell: (email) => <OutboxStatusBadge email={email} /> },
    {
      id: 'recipient',
      header: t('email.sent.recipient'),
      width: 'minmax(160px, 3fr)',
      cell: (email) => <RecipientCell connectionId={connectionId} email={email} isNarrow={isNarrow} />,
    },
    {
      id: 'note',
      header: t('email.outbox.note'),
      width: 'minmax(150px, 2fr)',
      cell: (email) => <NoteCell email={email} />,
    },
    {
      id: 'time',
      header: t('email.sent.time'),
      width: '120px',
      numeric: true,
      cell: (email) => <RelativeTime millis={timeOf(email)} />,
    },
  ];
  return isNarrow ? columns.filter(({ id }) => id !== 'note') : columns;
}

function statusWidth(t: Translator['t']): string {
  const rooms = outboxStatuses.map((status) => roomFor(t(`email.outbox.status.${status}`), 18));
  return `max(76px, ${rooms.join(', ')})`;
}

/** The state of an email. One of a later service is shown as the service names it. */
export function OutboxStatusBadge({ email }: { email: Pick<OutboxEmail, 'status' | 'simple_status'> }) {
  const { t } = useMessages();
  const key = statusKey(email.status);
  return <Badge tone={statusTone(email)}>{key === undefined ? email.status : t(key)}</Badge>;
}

/** Returns what is to know about the state of an email besides its name: why it failed or was skipped, or that it failed before. */
export function useOutboxNote({ skipped_reason: reason, ...email }: OutboxEmail): { text: string; isError: boolean } | null {
  const { t } = useMessages();
  const error = errorOf(email);
  if (error !== undefined) return { text: error, isError: true };
  if (reason !== undefined) {
    const key = skipReasonKey(reason);
    return { text: key === undefined ? reason : t(key), isError: false };
  }
  const isRetried = typeof email.next_send_retry_at_millis === 'number';
  return isRetried ? { text: t('email.outbox.retried'), isError: false } : null;
}

/** Returns the subject of an email, or why there is none to show: the service sends none of a paused one. */
export function subjectOf({ subject, is_paused: isPaused }: OutboxEmail, t: Translator['t']): string {
  if (subject !== undefined) return subject === '' ? t('email.sent.no-subject') : subject;
  return t(isPaused ? 'email.outbox.subject.paused' : 'email.outbox.unrendered');
}

interface RecipientCellProps {
  connectionId: string;
  email: OutboxEmail;
  isNarrow: boolean;
}

function RecipientCell({ connectionId, email, isNarrow }: RecipientCellProps) {
  const { t } = useMessages();
  const note = useOutboxNote(email);
  const subject = subjectOf(email, t);
  const text = isNarrow && note !== null ? note.text : subject;
  return (
    <TwoLineCell note={<bdi title={text}>{text}</bdi>}>
      <span className={cx(styles.cut, styles.recipient)}>
        <OutboxRecipientText connectionId={connectionId} to={email.to} />
      </span>
    </TwoLineCell>
  );
}

function NoteCell({ email }: { email: OutboxEmail }) {
  const note = useOutboxNote(email);
  if (note === null) return null;
  return (
    <span className={note.isError ? styles.error : styles.outboxNote} title={note.text}>
      <bdi>{note.text}</bdi>
    </span>
  );
}
