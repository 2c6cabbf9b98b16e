/** What can be known of whom a project lets people be led to. */
import { AppError } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import { isTrustedUrl } from '../../contract/trusted-urls';
import type { Sender, Target } from '../service/send';

export interface ProjectTrust {
  /** Null where only administrators are told. */
  readonly allow_localhost: boolean | null;
  readonly domains: readonly { readonly domain: string; readonly handler_path?: string | undefined }[];
}

export type Verdict = 'trusted' | 'untrusted' | 'unknown';

/** Null where this connection may not read it, or the service does not answer. */
export type ReadTrust = (connectionId: string) => Promise<ProjectTrust | null>;

/** Reads it with admin access; releases from 2.8.49 tell everybody their domains (newer 2.5). */
export function createReadTrust(sender: Sender, target: (connectionId: string) => Promise<Target>): ReadTrust {
  return async (connectionId) => {
    try {
      const to = await target(connectionId);
      const isAdmin = to.keys.admin !== undefined || to.owner !== undefined;
      if (isAdmin) return (await sender.send(catalogue.projects.read, 'project', to, {}, { once: true })).config;
      const { domains } = (await sender.send(catalogue.projects.current, 'none', to, {}, { once: true })).config;
      return domains === undefined ? null : { allow_localhost: null, domains };
    } catch (thrown) {
      if (thrown instanceof AppError) return null;
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
