import type { MessageKey, Translator } from '../../../messages/translator';
import { cx } from '../../lib/class-names';
import { exactTime, mediumDate, timeUntil } from '../../lib/intl/format';
import type { ApiKey } from '../../queries/api-keys';
import { Badge, type Tone } from '../../ui/data/badge';
import { useNow } from '../../ui/data/relative-time';
import { TwoLineCell } from '../../ui/data/two-line-cell';
import type { Column } from '../../ui/data/virtual-list';
import { Button } from '../../ui/inputs/button';
import styles from './api-keys.module.css';
import { isValid, type KeyRow, type KeyStatus } from './key-rows';

interface ColumnOptions {
  readonly messages: Translator;
  readonly nameOf: (key: ApiKey) => string;
  readonly isNarrow: boolean;
  /** Why no key can be revoked. */
  readonly blocked: string | undefined;
  readonly onRevoke: (key: ApiKey) => void;
}

/** Returns the columns of a list of API keys. If there is little room, the creation is left out. */
export function keyColumns({ messages, nameOf, isNarrow, blocked, onRevoke }: ColumnOptions): Column<KeyRow>[] {
  const { t, locale } = messages;
  const columns: Column<KeyRow>[] = [
    { id: 'name', header: t('api-keys.column.name'), width: 'minmax(150px, 1fr)', cell: (row) => <Name {...{ row, messages, nameOf }} /> },
    {
      id: 'status',
      header: t('api-keys.column.status'),
      width: '92px',
      cell: ({ status }) => <Status status={status} messages={messages} />,
    },
    { id: 'key', header: t('api-keys.column.key'), width: '96px', cell: ({ key }) => <MaskedKey value={key} /> },
    {
      id: 'expires',
      header: t('api-keys.column.expires'),
      width: '112px',
      numeric: true,
      cell: (row) => <Expiry {...{ row, messages }} />,
    },
    {
      id: 'created',
      header: t('api-keys.column.created'),
      width: '104px',
      numeric: true,
      cell: ({ key }) => <Day millis={key.created_at_millis} locale={locale} />,
    },
    {
      id: 'revoke',
      header: '',
      label: t('api-keys.revoke'),
      width: '70px',
      cell: (row) =>
        isValid(row) && (
          <Button
            size="sm"
            disabledReason={blocked}
            aria-label={t('api-keys.revoke.of', { name: nameOf(row.key) })}
            onClick={() => onRevoke(row.key)}
          >
            {t('api-keys.revoke')}
          </Button>
        ),
    },
  ];
  return isNarrow ? columns.filter(({ id }) => id !== 'created') : columns;
}

function Name({ row: { key, status }, messages, nameOf }: { row: KeyRow } & Pick<ColumnOptions, 'messages' | 'nameOf'>) {
  const { t, locale } = messages;
  const name = nameOf(key);
  const revokedAt = status === 'revoked' ? key.manually_revoked_at_millis : undefined;
  const publicNote = key.is_public ? t('api-keys.public') : undefined;
  const note = revokedAt === undefined ? publicNote : t('api-keys.revoked-on', { date: mediumDate(revokedAt, locale) });
  return (
    <TwoLineCell note={note} className={cx((status === 'expired' || status === 'revoked') && styles.quiet)}>
      <span className={styles.description} title={name}>
        <bdi>{name}</bdi>
      </span>
    </TwoLineCell>
  );
}

const statuses: Readonly<Record<KeyStatus, { tone: Tone; text: MessageKey }>> = {
  valid: { tone: 'good', text: 'api-keys.status.valid' },
  'expires-soon': { tone: 'warn', text: 'api-keys.status.expires-soon' },
  expired: { tone: 'neutral', text: 'api-keys.status.expired' },
  revoked: { tone: 'neutral', text: 'api-keys.status.revoked' },
};

function Status({ status, messages }: { status: KeyStatus; messages: Translator }) {
  const { tone, text } = statuses[status];
  return <Badge tone={tone}>{messages.t(text)}</Badge>;
}

function MaskedKey({ value: { is_public, value } }: { value: ApiKey }) {
  return (
    <span className={styles.masked}>
      {is_public ? 'pk' : 'sk'}_…{value.last_four}
    </span>
  );
}

function Expiry({ row: { key, status }, messages: { t, locale } }: { row: KeyRow; messages: Translator }) {
  const { expires_at_millis: expiresAt } = key;
  const now = useNow();
  if (expiresAt === undefined) return <span className={styles.quiet}>{t('api-keys.expires.never')}</span>;
  if (status === 'expired') return <Day millis={expiresAt} locale={locale} />;
  return (
    <time
      dateTime={new Date(expiresAt).toISOString()}
      title={exactTime(expiresAt, locale)}
      className={cx(styles.until, status === 'expires-soon' ? styles.soon : styles.quiet)}
    >
      {timeUntil(expiresAt, now, locale)}
    </time>
  );
}

function Day({ millis, locale }: { millis: number; locale: string }) {
  return (
    <time dateTime={new Date(millis).toISOString()} title={exactTime(millis, locale)} className={styles.quiet}>
      {mediumDate(millis, locale)}
    </time>
  );
}
