import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { SignedInStep } from '#contract/bridge/sign-in.ts';
import { queryKeys } from '#data/keys.ts';
import { readKey } from '#data/service-query.ts';
import { copyText } from '#lib/copy-text.ts';
import { useTargetPaths } from '#parts/connections/target-paths.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { currentPathname } from '#window/current-path.ts';
import { openPath } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import { type RedirectTargets, signInTarget } from './sign-in-target';

/**
 * Leaves a card after signing in, for where {@link signInTarget} says. A URL elsewhere is named, never opened. A user who has gone to
 * another screen in the meantime stays there.
 */
export function useCompleteSignIn(connectionId: string, { next, goTo: wanted }: RedirectTargets): (step?: SignedInStep) => void {
  const { pathname } = useLocation();
  const client = useQueryClient();
  const show = useToasts((state) => state.show);
  const { signedIn } = useTargetPaths();
  return (step) => {
    const goTo = step?.goTo ?? wanted;
    if (step?.upgraded) show({ tone: 'good', title: 'sign-in.upgraded' });
    const elsewhere = outside(goTo);
    if (elsewhere !== null) {
      show({
        tone: 'neutral',
        title: ({ t }) => t('sign-in.continue-elsewhere', { host: new URL(elsewhere).host }),
        action: { label: 'sign-in.continue-elsewhere.copy', onSelect: () => void copyText(elsewhere) },
      });
    }
    // Data that was read before may belong to another user or state.
    void client.invalidateQueries({ queryKey: queryKeys.connection(connectionId) });
    if (step?.user) client.setQueryData(readKey('users.me', { connectionId, accountId: step.accountId }), step.user);
    const cards = [pathname, paths.signIn(connectionId), paths.signUp(connectionId), paths.forgotPassword(connectionId)];
    if (!cards.includes(currentPathname())) return;
    // Back must not return to a completed form.
    openPath(signInTarget(connectionId, { next, goTo }, step, signedIn), { replace: true });
  };
}

/** An address of the web, which only the main process hands on once the project trusts it. */
function outside(goTo: string | null): string | null {
  return goTo !== null && /^https?:\/\//.test(goTo) && URL.canParse(goTo) ? goTo : null;
}
