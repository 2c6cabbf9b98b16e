/** The redirect URLs that a project trusts, as far as the connection can read them. */
import { AppError, nullForAppError } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { isTrustedUrl, type TrustRule } from '#contract/trusted-urls.ts';
import type { DestinationOf, PinnedConnection, ResolveTarget } from '../records/pinned-connection';
import type { Sender, Target } from '../remote/send';
import { isPath } from './parse-link';

export interface ProjectTrust {
  /** Null where only project admins can read it, before 2.8.96. */
  readonly allow_localhost: boolean | null;
  readonly domains: readonly { readonly domain: string; readonly handler_path?: string | undefined }[];
  /** The service's rule; undefined where its release is unknown. */
  readonly rule?: TrustRule;
}

export type TrustStatus = 'trusted' | 'untrusted' | 'unknown';

/**
 * Returns the trust settings of the project at a destination; null where the connection can't read them, or the service doesn't respond.
 * Throws `connection-changed` when the connection no longer points there.
 */
export type ReadTrustSettings = (pinned: PinnedConnection) => Promise<ProjectTrust | null>;

/**
 * Creates the reader. It uses admin access; releases from 2.8.49 on return their domains to every client (wire/newer 2.5), and from 2.8.96 on also
 * whether localhost is allowed (wire/hexclave 4.2).
 */
export function createReadTrustSettings(sender: Sender, resolveTarget: ResolveTarget): ReadTrustSettings {
  return async ({ connectionId, destination }) => {
    try {
      const to = await resolveTarget(connectionId, destination);
      const isAdmin = to.keys.admin !== undefined || to.owner !== undefined;
      const rule = await ruleOf(to);
      if (isAdmin) return { ...(await sender.send(catalog.projects.read, 'project', to, {}, { once: true })).config, ...rule };
      const { domains, allow_localhost = null } = (await sender.send(catalog.projects.current, 'none', to, {}, { once: true })).config;
      return domains === undefined ? null : { allow_localhost, domains, ...rule };
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code !== 'connection-changed') return null;
      throw thrown;
    }
  };
}

/** The trusted domains of projects that other requests of this process have read. Sends none. */
export interface TrustedDomains {
  /** Returns those of the projects to which connections still point. Domain patterns are among them. */
  list(): readonly string[];
  /** Lets no domain be added until the next start: a page that was taken over could have trusted its own. */
  close(): void;
}

/** Returns a reader that also remembers the domains which it reads, and what it remembers. */
export function rememberDomains(read: ReadTrustSettings, destinationOf: DestinationOf): [ReadTrustSettings, TrustedDomains] {
  const known = new Map<string, { readonly destination: string | null; readonly domains: readonly string[] }>();
  let isClosed = false;
  const remembering: ReadTrustSettings = async (pinned) => {
    const trust = await read(pinned);
    const domains = trust?.domains.map(({ domain }) => domain) ?? [];
    if (!isClosed) known.set(pinned.connectionId, { destination: pinned.destination, domains });
    return trust;
  };
  const list = () =>
    [...known].flatMap(([connectionId, { destination, domains }]) =>
      destination !== null && destinationOf(connectionId) === destination ? domains : [],
    );
  return [
    remembering,
    {
      list,
      close() {
        isClosed = true;
      },
    },
  ];
}

async function ruleOf({ features }: Target): Promise<Pick<ProjectTrust, 'rule'>> {
  const isLater = (await features?.())?.['trusted-ports'];
  return isLater === undefined ? {} : { rule: isLater ? 'port' : 'path' };
}

/**
 * Returns whether the service will redirect to a URL: `unknown` while the release is unknown and only one of the rules trusts the URL.
 * Redirects require `trusted`; a sign-in is also tried with `unknown`, because the service checks the URL at its end.
 */
export function trustStatusOf(address: string, trust: ProjectTrust | null): TrustStatus {
  if (trust === null) return 'unknown';
  const { allow_localhost, domains, rule } = trust;
  const rules: readonly TrustRule[] = rule === undefined ? ['path', 'port'] : [rule];
  const localhost = allow_localhost === null ? [true, false] : [allow_localhost];
  const found = rules.flatMap((each) => localhost.map((allowed) => isTrustedUrl(address, { allow_localhost: allowed, domains }, each)));
  return found.every((isTrusted) => isTrusted) ? 'trusted' : found.some((isTrusted) => isTrusted) ? 'unknown' : 'untrusted';
}

/** Returns the redirect URL if it is a path or a URL that the project at the destination is known to trust; otherwise null. */
export type TrustedRedirect = (returnTo: string | null, pinned: PinnedConnection) => Promise<string | null>;

/** Creates the check. It rejects every external URL if the connection can't read the project's trusted domains. */
export function createTrustedRedirect(readTrustSettings: ReadTrustSettings): TrustedRedirect {
  return async (returnTo, pinned) => {
    if (returnTo === null || isPath(returnTo)) return returnTo;
    // A sign-in that succeeded must not fail because the connection no longer points to the destination.
    return trustStatusOf(returnTo, await readTrustSettings(pinned).catch(nullForAppError)) === 'trusted' ? returnTo : null;
  };
}
