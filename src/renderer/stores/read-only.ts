import { useMessages } from '../lib/use-messages';
import { useConnection } from './connections';
import { useSettings } from './settings';

/** Why nothing can be changed through a connection, or in the whole app; undefined where it can. For the `disabledReason` of its controls. */
export function useReadOnlyReason(connectionId: string | undefined): string | undefined {
  const { t } = useMessages();
  const isAppReadOnly = useSettings().readOnly;
  const connection = useConnection(connectionId);
  if (isAppReadOnly) return t('ui.read-only.app');
  return connection?.safety === 'read-only' ? t('ui.read-only.reason') : undefined;
}
