/** What can be known of the redirect URLs that a project trusts. */
import { AppError } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import { isTrustedUrl } from '../../contract/trusted-urls';
import type { Sender } from '../service/send';
import type { Place, TimedTarget } from './finish';

export interface ProjectTrust {
  /** Null where only administrators are told. */
  readonly allow_localhost: boolean | null;
  readonly domains: readonly { readonly domain: string; readonly handler_path?: string | undefined }[];
}

export type Verdict = 'trusted' | 'untrusted' | 'unknown';

/**
 * Returns what the project at a destination trusts; null where the connection may not read it, or the service doesn't respond. Throws
 * `connection-changed` when the connection no longer points there.
 */
export type ReadTrust = (place: Place) => Promise<ProjectTrust | null>;

/** Creates the function. It reads with admin access; releases from 2.8.49 return their domains to every client (newer 2.5). */
export function createReadTrust(sender: Sender, timedTarget: TimedTarget): ReadTrust {
  return async ({ connectionId, destination }) => {
    try {
      const to = await timedTarget(connectionId, destination);
      const isAdmin = to.keys.admin !== undefined || to.owner !== undefined;
      if (isAdmin) return (await sender.send(catalogue.projects.read, 'project', to, {}, { once: true })).config;
      const { domains } = (await sender.send(catalogue.projects.current, 'none', to, {}, { once: true })).config;
      return domains === undefined ? null : { allow_localhost: null, domains };
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code !== 'connection-changed') return null;
      throw thrown;
    }
  };
}

/** Whether the service will lead people to an address. */
export function verdictOf(address: string, trust: ProjectTrust | null): Verdict {
  if (trust === null) return 'unknown';
  const { allow_localhost, domains } = trust;
  if (isTrustedUrl(address, { allow_localhost: allow_localhost === true, domains })) return 'trusted';
  return allow_localhost === null && isTrustedUrl(address, { allow_localhost: true, domains }) ? 'unknown' : 'untrusted';
}
