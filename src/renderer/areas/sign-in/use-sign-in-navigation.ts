import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useParams, useSearchParams } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SignedInStep } from '#contract/bridge/sign-in.ts';
import { queryKeys } from '#data/keys.ts';
import { readKey } from '#data/service-query.ts';
import { useConnection } from '#data/topics.ts';
import { copyText } from '#lib/copy-text.ts';
import { useTargetPaths } from '#parts/connections/target-paths.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { currentPathname, openPath } from '#window/open-path.ts';
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

/** The connection that the address of a card means. */
export function useAddressedConnection(): Connection | undefined {
  return useConnection(useParams().connection);
}

export interface SignInNavigation {
  /** What was typed on the other card. */
  readonly email: string;
  /** The link's redirect target, as in {@link RedirectTargets}. */
  readonly goTo: string | null;
  /** Whether to sign in through the project's own site. */
  readonly site: boolean;
  /** Where the other card is, still knowing where to go afterwards. */
  readonly signIn: string;
  readonly signUp: string;
  readonly forgotPassword: string;
  /** Leaves the card for its target. */
  finish(step?: SignedInStep): void;
}

/** Returns where a sign-in card was opened from, and the paths of the other cards. */
export function useSignInNavigation(connectionId: string): SignInNavigation {
  const { search, state } = useLocation();
  const [query] = useSearchParams();
  const goTo = textIn(state, 'goTo');
  const finish = useCompleteSignIn(connectionId, { next: query.get('next'), goTo });
  return {
    email: textIn(state, 'email') ?? '',
    goTo,
    site: valueIn(state, 'site') === true,
    signIn: paths.signIn(connectionId) + search,
    signUp: paths.signUp(connectionId) + search,
    forgotPassword: paths.forgotPassword(connectionId) + search,
    finish,
  };
}

function textIn(state: unknown, name: 'email' | 'goTo'): string | null {
  const text = valueIn(state, name);
  return typeof text === 'string' ? text : null;
}

function valueIn(state: unknown, name: string): unknown {
  if (typeof state !== 'object' || state === null) return undefined;
  return Object.entries(state).find(([key]) => key === name)?.[1];
}
