import { matchPath } from 'react-router';
import type { SignedInStep } from '#contract/bridge/sign-in.ts';
import type { TargetPaths } from '#parts/connections/target-paths.ts';
import { paths, patterns, placeOf, type ScreenName } from '#window/routes.ts';

const cards: readonly ScreenName[] = ['signIn', 'signUp', 'forgotPassword', 'upgrade', 'linkProvider'];
const destinations = (Object.keys(patterns) as ScreenName[]).filter((screen) => !cards.includes(screen)).map((screen) => patterns[screen]);

/** What can turn a path into another one, or into another place, once something further on decodes or resolves it. */
const ambiguous = /[\\\p{Cc}\s]|\/\/|%(2f|5c|25|2e|[01][\da-f]|7f)|\/\.{1,2}(\/|$)/iu;

/** Returns the path after signing in: the requested one if it is a screen of this app, else the fallback. */
export function nextPath(wish: string | null, fallback: string): string {
  if (wish === null || !wish.startsWith('/') || wish.includes('#')) return fallback;
  const [path = ''] = wish.split('?');
  if (ambiguous.test(path) || /[\\\p{Cc}]/u.test(wish)) return fallback;
  return destinations.some((pattern) => matchPath(pattern, path) !== null) ? wish : fallback;
}

export interface RedirectTargets {
  /** The address that the card was opened from. */
  readonly next: string | null;
  /** The link's redirect target, which the main process has found to be trusted. */
  readonly goTo: string | null;
}

type Outcome = Pick<SignedInStep, 'isNewUser' | 'user'>;

/**
 * Returns where to go after signing in, or after switching to another account, which has no step: the link's target, back to a link that
 * needed an account, the first steps of a new user, else back to the previous screen, or the connection's own target.
 */
export function signInTarget(
  connectionId: string,
  { next, goTo }: RedirectTargets,
  step: Outcome | undefined,
  signedIn: TargetPaths['signedIn'],
): string {
  const wanted = nextPath(goTo, '');
  const back = nextPath(next, '');
  if (wanted !== '') return wanted;
  const isLink = placeOf(back.split('?')[0] ?? '').screen === 'link';
  if (isNewUser(step) && !isLink) return paths.welcome(connectionId, back || undefined);
  return back || signedIn(connectionId, momentOf(step));
}

function momentOf(step: Outcome | undefined) {
  if (step === undefined) return 'home';
  return step.isNewUser ? 'afterSignUp' : 'afterSignIn';
}

/** Anonymous users chose not to say who they are. */
function isNewUser(step: Outcome | undefined): boolean {
  return step?.isNewUser === true && step.user?.is_anonymous !== true;
}
