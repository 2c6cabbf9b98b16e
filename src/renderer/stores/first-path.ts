/** The first screens of a connection, depending on what it can show. */
import { paths } from '../routes';

/** What a connection can show. */
export interface ConnectionAccess {
  /** Whether the current account's session is valid. */
  readonly isSignedIn: boolean;
  readonly hasProjectAccess: boolean;
}

/** Returns the path of the first screen that a connection can show. */
export function firstPath(connectionId: string, { isSignedIn, hasProjectAccess }: ConnectionAccess): string {
  if (hasProjectAccess) return paths.users(connectionId);
  return isSignedIn ? paths.profile(connectionId) : paths.signIn(connectionId);
}

/** Returns where to go from a screen of an account that was signed out: to another account, to the project, else to Home. */
export function pathAfterSignOut(connectionId: string, { isSignedIn, hasProjectAccess }: ConnectionAccess): string {
  if (isSignedIn) return paths.profile(connectionId);
  return hasProjectAccess ? paths.users(connectionId) : paths.start();
}
