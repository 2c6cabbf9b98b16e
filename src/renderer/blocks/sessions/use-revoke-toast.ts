import type { Translatable } from '../../lib/intl/translatable';
import type { RevokeSummary } from '../../queries/revoke-sequentially';
import { useToasts } from '../../ui/feedback/toasts';

/** Says in a toast what came of revoking several sessions; the rows say it one by one. */
export function useRevokeToast(): (summary: RevokeSummary) => void {
  const show = useToasts((state) => state.show);
  return ({ revoked, failed, left }) => {
    const success: Translatable = ({ t }) => t('sessions.revoked.count', { count: revoked });
    if (failed === 0) return show({ tone: 'good', title: success });
    const title: Translatable = ({ t }) => t('sessions.not-revoked.count', { count: failed + left });
    show({ tone: 'bad', title, text: ({ t }) => t('sessions.not-revoked.text', { count: revoked }) });
  };
}
