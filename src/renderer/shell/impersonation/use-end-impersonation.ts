import { useLocation, useNavigate } from 'react-router';
import type { Impersonation } from '../../../contract/bridge/impersonations';
import { api } from '../../api';
import type { Translatable } from '../../lib/intl/translatable';
import { hasProjectAccess } from '../../lib/rules/project-access';
import { useAction } from '../../lib/use-action';
import { useFailureToast } from '../../lib/use-failure-toast';
import { paths, placeOf } from '../../routes';
import { useConnection } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';

/** Ends an impersonation, reports it, and returns to the user's page. */
export function useEndImpersonation({ id, connectionId, userId, displayName, primaryEmail, state }: Impersonation) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const connection = useConnection(connectionId);
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  return useAction(async () => {
    try {
      const { endedAtService } = await api.impersonations.end({ id });
      const title: Translatable = ({ t }) => t('impersonation.ended', { name: displayName ?? primaryEmail ?? userId });
      show(endedAtService ? { tone: 'good', title } : { tone: 'neutral', title, text: 'impersonation.ended.pending' });
      const isShown = state === 'active' && placeOf(pathname).connectionId === connectionId;
      if (isShown && connection !== undefined && hasProjectAccess(connection)) await navigate(paths.user(connectionId, userId));
    } catch (thrown) {
      showFailure(thrown);
    }
  });
}
