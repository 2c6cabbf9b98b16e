import { useMessages } from '../lib/use-messages';
import { useConnection } from './connections';

/** Why nothing can be changed through a connection; undefined where it can. For the `disabledReason` of its controls. */
export function useReadOnlyReason(connectionId: string | undefined): string | undefined {
  const { t } = useMessages();
  return useConnection(connectionId)?.safety === 'read-only' ? t('ui.read-only.reason') : undefined;
}
