import type { Impersonation } from '../../../contract/bridge/impersonations';
import { api } from '../../data/api';
import { topicStores, useConnection } from '../../data/topics';
import type { Translatable } from '../../lib/intl/translatable';
import { hasProjectAccess } from '../../lib/rules/project-rules';
import { useAction } from '../../lib/use-action';
import { useFailureToast } from '../../lib/use-failure-toast';
import { useToasts } from '../../ui/feedback/toasts';
import { currentPathname } from '../../window/current-path';
import { fromHere } from '../../window/open-path';
import { paths, placeOf } from '../../window/routes';
import { leaveScreenOf } from '../leave-screen';

/** Ends an impersonation, reports it, and returns to the user's page. */
export function useEndImpersonation({ id, connectionId, userId, displayName, primaryEmail, state }: Impersonation) {
  const connection = useConnection(connectionId);
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  return useAction(async () => {
    const open = fromHere();
    const account = topicStores['accounts.list'].getState().value?.find(({ impersonationId }) => impersonationId === id);
    const isShown = () => state === 'active' && placeOf(currentPathname()).connectionId === connectionId;
    try {
      const { endedAtService } = await api.impersonations.end({ id });
      const title: Translatable = ({ t }) => t('impersonation.ended', { name: displayName ?? primaryEmail ?? userId });
      show(endedAtService ? { tone: 'good', title } : { tone: 'neutral', title, text: 'impersonation.ended.pending' });
      if (isShown() && connection !== undefined && hasProjectAccess(connection)) open(paths.user(connectionId, userId));
      // Elsewhere by now, maybe at a screen that needs an account.
      if (isShown() && account?.current === true) leaveScreenOf(connectionId, account.id);
    } catch (thrown) {
      showFailure(thrown);
    }
  });
}
