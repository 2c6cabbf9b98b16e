import { useMessages } from '../../lib/use-messages';
import type { ApiKey } from '../../queries/api-keys';

/** Returns a function that names a key: its description, which may be empty, or its last characters. */
export function useKeyName(): (key: Pick<ApiKey, 'description' | 'value'>) => string {
  const { t } = useMessages();
  return ({ description, value }) => (description.trim() === '' ? t('api-keys.unnamed', { lastFour: value.last_four }) : description);
}
