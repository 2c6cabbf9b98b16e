import type { Impersonation } from '../../../contract/bridge/impersonations';
import { api } from '../../api';
import type { Translatable } from '../../lib/intl/translatable';
import { currentPathname } from '../../lib/places/current-path';
import { fromHere } from '../../lib/places/open-path';
import { hasProjectAccess } from '../../lib/rules/project-access';
import { useAction } from '../../lib/use-action';
import { useFailureToast } from '../../lib/use-failure-toast';
import { paths, placeOf } from '../../routes';
import { accountsStore } from '../../stores/accounts';
import { useConnection } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';
import { leaveScreenOf } from '../leave-screen';

/** Ends an impersonation, reports it, and returns to the user's page. */
export function useEndImpersonation({ id, connectionId, userId, displayName, primaryEmail, state }: Impersonation) {
  const connection = useConnection(connectionId);
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  return useAction(async () => {
    const open = fromHere();
    const account = accountsStore.getState().value?.find(({ impersonationId }) => impersonationId === id);
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
