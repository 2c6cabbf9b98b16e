import { useEffect, useRef } from 'react';
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import { api } from '#data/api.ts';
import { topicNow, topicStores, useConnection } from '#data/topics.ts';
import type { Translatable } from '#lib/intl/translatable.ts';
import { impersonatedName } from '#lib/rules/names.ts';
import { hasProjectAccess } from '#lib/rules/project-rules.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { currentPathname, fromHere } from '#window/open-path.ts';
import { paths, placeOf } from '#window/routes.ts';
import { leaveScreenOf } from '../leave-screen';

/** IDs of the impersonations that this window ends, which reports it itself. */
const endedHere = new Set<string>();

/** Reports that the impersonation on the screen has ended, if this window didn't end it: its time was up, or another window has ended it. */
export function useReportEnd(impersonation: Impersonation): void {
  const { id } = impersonation;
  const show = useToasts((state) => state.show);
  const name = impersonatedName(impersonation);
  const report = () => show({ tone: 'neutral', title: ({ t }) => t('impersonation.ended', { name }) });
  const latest = useRef(report);
  latest.current = report;
  useEffect(
    () => () => {
      // It continues where the user goes to another account or connection.
      const isActive = topicNow('impersonations.list').some((one) => one.id === id && one.state === 'active');
      if (!isActive && !endedHere.has(id)) latest.current();
    },
    [id],
  );
}

/** Ends an impersonation, reports it, and returns to the user's page. */
export function useEndImpersonation(impersonation: Impersonation) {
  const { id, connectionId, userId, state } = impersonation;
  const connection = useConnection(connectionId);
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  return useAction(async () => {
    const open = fromHere();
    const account = topicStores['accounts.list'].getState().value?.find(({ impersonationId }) => impersonationId === id);
    const isShown = () => state === 'active' && placeOf(currentPathname()).connectionId === connectionId;
    endedHere.add(id);
    try {
      const { endedAtService } = await api.impersonations.end({ id });
      const title: Translatable = ({ t }) => t('impersonation.ended', { name: impersonatedName(impersonation) });
      show(endedAtService ? { tone: 'good', title } : { tone: 'neutral', title, text: 'impersonation.ended.pending' });
      if (isShown() && connection !== undefined && hasProjectAccess(connection)) open(paths.user(connectionId, userId));
      // Elsewhere by now, maybe at a screen that needs an account.
      if (isShown() && account?.current === true) leaveScreenOf(connectionId, account.id);
    } catch (thrown) {
      endedHere.delete(id);
      showFailure(thrown);
    }
  });
}
