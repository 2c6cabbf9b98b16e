import type { Translator } from '../../../messages/translator';
import { cx } from '../../lib/class-names';
import { mediumDate } from '../../lib/intl/format';
import type { ApiKey } from '../../queries/api-keys';
import { TwoLineCell } from '../../ui/data/two-line-cell';
import type { Column } from '../../ui/data/virtual-list';
import { Button } from '../../ui/inputs/button';
import styles from './api-keys.module.css';
import { DayCell, ExpiryCell, StatusCell } from './key-cells';
import { isValid, type KeyRow } from './key-rows';

interface ColumnOptions {
  readonly messages: Translator;
  readonly nameOf: (key: ApiKey) => string;
  readonly isNarrow: boolean;
  /** Why no key can be revoked. */
  readonly blocked: string | undefined;
  readonly onRevoke: (key: ApiKey) => void;
}

/** Returns the columns of a list of API keys. If there is little room, the creation is left out. */
export function keyColumns({ messages, nameOf, isNarrow, blocked, onRevoke }: ColumnOptions): Column<KeyRow<ApiKey>>[] {
  const { t, locale } = messages;
  const columns: Column<KeyRow<ApiKey>>[] = [
    { id: 'name', header: t('api-keys.column.name'), width: 'minmax(150px, 1fr)', cell: (row) => <Name {...{ row, messages, nameOf }} /> },
    {
      id: 'status',
      header: t('api-keys.column.status'),
      width: '92px',
      cell: ({ status }) => <StatusCell status={status} messages={messages} />,
    },
    { id: 'key', header: t('api-keys.column.key'), width: '96px', cell: ({ key }) => <MaskedKey value={key} /> },
    {
      id: 'expires',
      header: t('api-keys.column.expires'),
      width: '112px',
      numeric: true,
      cell: (row) => <ExpiryCell {...{ row, messages }} />,
    },
    {
      id: 'created',
      header: t('api-keys.column.created'),
      width: '104px',
      numeric: true,
      cell: ({ key }) => <DayCell millis={key.created_at_millis} locale={locale} />,
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

function Name({ row: { key, status }, messages, nameOf }: { row: KeyRow<ApiKey> } & Pick<ColumnOptions, 'messages' | 'nameOf'>) {
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

function MaskedKey({ value: { is_public, value } }: { value: ApiKey }) {
  return (
    <span className={styles.masked}>
      {is_public ? 'pk' : 'sk'}_…{value.last_four}
    </span>
  );
}
