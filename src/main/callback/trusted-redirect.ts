/** Redirects after signing in. */
import { nullForAppError } from '../../contract/errors';
import type { Place } from '../connections/records/place';
import { isPath } from './parse-redirect-url';
import { type ReadTrustSettings, trustStatusOf } from './project-trust';

/** Returns the redirect URL if it is a path or a URL that the project at the destination is known to trust; otherwise null. */
export type TrustedRedirect = (returnTo: string | null, place: Place) => Promise<string | null>;

/** Creates the check. It rejects every external URL if the connection can't read the project's trusted domains. */
export function createTrustedRedirect(readTrustSettings: ReadTrustSettings): TrustedRedirect {
  return async (returnTo, place) => {
    if (returnTo === null || isPath(returnTo)) return returnTo;
    // A sign-in that succeeded must not fail because the connection no longer points to the destination.
    return trustStatusOf(returnTo, await readTrustSettings(place).catch(nullForAppError)) === 'trusted' ? returnTo : null;
  };
}
