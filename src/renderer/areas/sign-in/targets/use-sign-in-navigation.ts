import { useLocation, useParams, useSearchParams } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SignedInStep } from '#contract/bridge/sign-in.ts';
import { useConnection } from '#data/topics.ts';
import { paths } from '#window/routes.ts';
import { useCompleteSignIn } from './use-complete-sign-in';

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
