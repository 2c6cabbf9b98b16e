/** Whether people may be led where a link wants to lead them. */
import { AppError } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import { isTrustedUrl } from '../../contract/trusted-urls';
import type { Sender, Target } from '../service/send';
import { isPath } from './return-address';

/** The same place where it is a path, or an address that the connection's project trusts; else null. */
export type TrustReturn = (returnTo: string | null, connectionId: string) => Promise<string | null>;

/** A project whose trusted domains this connection may not read trusts nobody. */
export function createTrustReturn(sender: Sender, target: (connectionId: string) => Promise<Target>): TrustReturn {
  return async (returnTo, connectionId) => {
    if (returnTo === null || isPath(returnTo)) return returnTo;
    try {
      const { config } = await sender.send(catalogue.projects.read, 'project', await target(connectionId), {}, { once: true });
      return isTrustedUrl(returnTo, config) ? returnTo : null;
    } catch (thrown) {
      if (thrown instanceof AppError) return null;
      throw thrown;
    }
  };
}
