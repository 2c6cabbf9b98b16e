/** The screen that a connection opens with, by what it can show. */
import { isCard, paths, placeOf, type Section, sections } from '../routes';

/** What a connection can show. */
export interface Access {
  /** An account of it can be used. */
  readonly isSignedIn: boolean;
  readonly hasProjectAccess: boolean;
}

/** Returns the path that a connection's tile opens: where it was left, if that can still be shown, else its first screen. */
export function homeOf(connectionId: string, { isSignedIn, hasProjectAccess }: Access, last: string | undefined): string {
  const section = last === undefined ? null : sectionOf(last);
  if (last !== undefined && section === 'account' && isSignedIn) return last;
  if (last !== undefined && section === 'admin' && hasProjectAccess) return last;
  if (hasProjectAccess) return paths.users(connectionId);
  return isSignedIn ? paths.profile(connectionId) : paths.signIn(connectionId);
}

/**
 * Returns where to go from `here` when an account of the connection was signed out: nowhere else, while the screen can still be shown; else
 * to the connection's first screen; and to Home where nothing of the connection is left to show.
 */
export function signedOutPath(connectionId: string, { isSignedIn, hasProjectAccess }: Access, here: string): string {
  const { connectionId: shown } = placeOf(pathOf(here));
  const section = sectionOf(here);
  if (shown !== undefined && shown !== connectionId) return here;
  if ((section === 'admin' && hasProjectAccess) || (section === 'account' && isSignedIn)) return here;
  if (isSignedIn) return paths.profile(connectionId);
  return hasProjectAccess ? paths.users(connectionId) : paths.start();
}

function sectionOf(address: string): Section | null {
  const { screen } = placeOf(pathOf(address));
  return screen === null || isCard(screen) ? null : sections[screen];
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? '';
}
