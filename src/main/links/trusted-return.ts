/** Where users may be redirected after signing in. */
import { type ReadTrust, verdictOf } from '../sign-in/project-trust';
import { isPath } from './return-address';

/** Returns the redirect URL where it is a path, or a URL that the connection's project is known to trust; else null. */
export type TrustReturn = (returnTo: string | null, connectionId: string) => Promise<string | null>;

/** Creates the check. It refuses every external URL where the connection can't read the project's trusted domains. */
export function createTrustReturn(readTrust: ReadTrust): TrustReturn {
  return async (returnTo, connectionId) => {
    if (returnTo === null || isPath(returnTo)) return returnTo;
    return verdictOf(returnTo, await readTrust(connectionId)) === 'trusted' ? returnTo : null;
  };
}
