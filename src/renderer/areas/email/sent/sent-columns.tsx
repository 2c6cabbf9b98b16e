import type { SentEmail } from '#contract/service/models/mail-models.ts';
import { cx } from '#lib/class-names.ts';
import { deliveryErrorText } from '#lib/errors/delivery-error.ts';
import { roomFor } from '#lib/intl/room-for.ts';
import { foldText } from '#lib/search.ts';
import type { Translator } from '#messages/translator.ts';
import { Badge } from '#ui/data/badge.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { TwoLineCell } from '#ui/data/two-line-cell.tsx';
import type { Column } from '#ui/data/virtual-list.tsx';
import styles from '../email.module.css';

/** The emails that were sent, as rows of a list. */
export interface SentRow {
  readonly email: SentEmail;
  readonly recipients: string;
  /** Why it wasn't delivered; null if the email server accepted it. */
  readonly error: string | null;
}

export interface SentFilter {
  readonly text: string;
  readonly status: 'any' | 'failed';
}

/** Returns the rows that match a filter, the latest first. The text is searched in recipients, subject, and error. */
export function sentRows(emails: readonly SentEmail[], { text, status }: SentFilter): SentRow[] {
  const wanted = foldText(text);
  return emails
    .map((email) => ({
      email,
      recipients: (email.to ?? []).join(', '),
      error: email.error === null ? null : deliveryErrorText(email.error),
    }))
    .filter(({ error }) => status === 'any' || error !== null)
    .filter(({ email, recipients, error }) => [recipients, email.subject, error ?? ''].some((part) => foldText(part).includes(wanted)))
    .sort((one, other) => other.email.sent_at_millis - one.email.sent_at_millis);
}

interface ColumnOptions {
  readonly messages: Translator;
  readonly isNarrow: boolean;
}

/** Returns the columns of the list of sent emails. If there is little room, the error is below the recipient. */
export function sentColumns({ messages: { t }, isNarrow }: ColumnOptions): Column<SentRow>[] {
  const columns: Column<SentRow>[] = [
    {
      id: 'status',
      header: t('email.sent.status'),
      width: statusWidth(t),
      cell: ({ error }) => <SentStatus isFailed={error !== null} t={t} />,
    },
    {
      id: 'recipient',
      header: t('email.sent.recipient'),
      width: 'minmax(160px, 3fr)',
      cell: (row) => <RecipientCell row={row} t={t} isNarrow={isNarrow} />,
    },
    {
      id: 'error',
      header: t('email.sent.error'),
      width: 'minmax(160px, 2fr)',
      cell: ({ error }) => error !== null && <ErrorCell error={error} />,
    },
    {
      id: 'time',
      header: t('email.sent.time'),
      width: '120px',
      numeric: true,
      cell: ({ email }) => <RelativeTime millis={email.sent_at_millis} />,
    },
  ];
  return isNarrow ? columns.filter(({ id }) => id !== 'error') : columns;
}

function statusWidth(t: Translator['t']): string {
  return `max(76px, ${roomFor(t('email.sent.status.failed'), 18)}, ${roomFor(t('email.sent.status.sent'), 18)})`;
}

/** Whether an email was accepted by the email server. */
export function SentStatus({ isFailed, t }: { isFailed: boolean; t: Translator['t'] }) {
  return <Badge tone={isFailed ? 'bad' : 'good'}>{t(isFailed ? 'email.sent.status.failed' : 'email.sent.status.sent')}</Badge>;
}

function RecipientCell({ row: { email, recipients, error }, t, isNarrow }: { row: SentRow; t: Translator['t']; isNarrow: boolean }) {
  const subject = email.subject === '' ? t('email.sent.no-subject') : email.subject;
  const note = isNarrow && error !== null ? error : subject;
  return (
    <TwoLineCell note={<bdi title={note}>{note}</bdi>}>
      <span className={cx(styles.cut, styles.recipient)} title={recipients}>
        <bdi>{recipients === '' ? t('overview.emails.unknown') : recipients}</bdi>
      </span>
    </TwoLineCell>
  );
}

function ErrorCell({ error }: { error: string }) {
  return (
    <span className={styles.error} title={error}>
      <bdi>{error}</bdi>
    </span>
  );
}
