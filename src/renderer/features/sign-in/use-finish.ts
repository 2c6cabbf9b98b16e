import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { SignedInStep } from '../../../contract/bridge/sign-in';
import { copyText } from '../../lib/copy-text';
import { useMessages } from '../../lib/use-messages';
import { queryKeys } from '../../queries/keys';
import { paths } from '../../routes';
import { useToasts } from '../../ui/toasts';
import { nextPath } from './next-path';

export interface Wishes {
  /** The address that the card was come to from. */
  readonly next: string | null;
  /** Where a link wants to lead, which the main process has found to be trusted. */
  readonly goTo: string | null;
}

/**
 * Leaves a card after signing in: for where the link that began it wants to lead, else for where the person came from, else
 * for the profile. An address elsewhere is named, never opened.
 */
export function useFinish(connectionId: string, { next, goTo: wanted }: Wishes): (step?: SignedInStep) => void {
  const { t } = useMessages();
  const navigate = useNavigate();
  const client = useQueryClient();
  const show = useToasts((state) => state.show);
  return (step) => {
    const goTo = step?.goTo ?? wanted;
    if (step?.upgraded) show({ tone: 'good', title: t('sign-in.upgraded') });
    const elsewhere = outside(goTo);
    if (elsewhere !== null) {
      show({
        tone: 'neutral',
        title: t('sign-in.continue-elsewhere', { host: new URL(elsewhere).host }),
        action: { label: t('sign-in.continue-elsewhere.copy'), onSelect: () => void copyText(elsewhere) },
      });
    }
    // What was read of the account before may be another person's by now, or another state's.
    void client.invalidateQueries({ queryKey: queryKeys.connection(connectionId) });
    if (step?.user) client.setQueryData(queryKeys.ownUser(connectionId, step.accountId), step.user);
    // Back should not lead to a form that is done with.
    void navigate(nextPath(goTo, nextPath(next, paths.profile(connectionId))), { replace: true });
  };
}

/** An address of the web, which only the main process hands on once the project trusts it. */
function outside(goTo: string | null): string | null {
  return goTo !== null && /^https?:\/\//.test(goTo) && URL.canParse(goTo) ? goTo : null;
}
