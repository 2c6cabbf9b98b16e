import type { Translator } from '../../../messages/translator';
import { mediumDate } from '../../lib/intl/format';
import type { ApiKey } from '../../queries/api-keys';
import type { Column } from '../../ui/data/virtual-list';
import styles from './api-keys.module.css';
import { type KeyColumnOptions, keyColumns } from './key-columns';
import type { KeyRow } from './key-rows';

/** Returns the columns of a list of API keys. */
export function apiKeyColumns(options: Omit<KeyColumnOptions<ApiKey>, 'nameHeader' | 'noteOf' | 'keys'>): Column<KeyRow<ApiKey>>[] {
  const { messages } = options;
  return keyColumns({
    ...options,
    nameHeader: messages.t('api-keys.description'),
    noteOf: (row) => noteOf(row, messages),
    keys: { id: 'key', header: messages.t('api-keys.column.key'), width: '96px', cell: ({ key }) => <MaskedKey value={key} /> },
  });
}

function noteOf({ key, status }: KeyRow<ApiKey>, { t, locale }: Translator): string | undefined {
  const revokedAt = status === 'revoked' ? key.manually_revoked_at_millis : undefined;
  if (revokedAt !== undefined) return t('api-keys.revoked-on', { date: mediumDate(revokedAt, locale) });
  return key.is_public ? t('api-keys.public') : undefined;
}

/** The end of a key, and whether it may be in public code. */
export function MaskedKey({ value: { is_public, value } }: { value: ApiKey }) {
  return (
    <span className={styles.masked}>
      {is_public ? 'pk' : 'sk'}_…{value.last_four}
    </span>
  );
}
