import type { SignedInStep } from '../../../../contract/bridge/sign-in';
import { paths, placeOf } from '../../../routes';
import { nextPath } from './next-path';

export interface RedirectTargets {
  /** The address that the card was opened from. */
  readonly next: string | null;
  /** The link's redirect target, which the main process has found to be trusted. */
  readonly goTo: string | null;
}

type Outcome = Pick<SignedInStep, 'isNewUser' | 'user'>;

/**
 * Returns where to go after signing in: the link's target, back to a link that needed an account, the first steps
 * of a new user, else back to the previous screen, or the profile.
 */
export function signInTarget(connectionId: string, { next, goTo }: RedirectTargets, step: Outcome | undefined): string {
  const wanted = nextPath(goTo, '');
  const back = nextPath(next, '');
  if (wanted !== '') return wanted;
  const isLink = placeOf(back.split('?')[0] ?? '').screen === 'link';
  if (isNewUser(step) && !isLink) return paths.welcome(connectionId, back || undefined);
  return back || paths.profile(connectionId);
}

/** Anonymous users chose not to say who they are. */
function isNewUser(step: Outcome | undefined): boolean {
  return step?.isNewUser === true && step.user?.is_anonymous !== true;
}
