/** A link that waits for the user's decision, and the connections that it may belong to. */
import type { Connection } from '../../contract/bridge/connections';
import type { LinkSummary } from '../../contract/bridge/links';
import type { ParsedLink } from '../callback/parse-link';
import { isPath } from '../callback/parse-redirect-url';

/** A link including the parts that windows don't get. */
export interface PendingLink extends ParsedLink {
  readonly id: string;
  /** The connection that the user or the link itself chose. */
  readonly chosen: string | null;
  /** For `error`: whether connecting a provider failed, rather than a sign-in. */
  readonly connects: boolean;
  /** Connections that have a site with handler pages at the link’s path, in addition to those with that handler path. */
  readonly siteOf: readonly string[];
  /** Whether its text came from a window, or from the system or a browser. */
  readonly arrival: 'pasted' | 'opened';
}

/** Returns the summary that windows get. */
export function toSummary(link: PendingLink, connections: readonly Connection[]): LinkSummary {
  const { id, kind, host, returnTo, error, connects } = link;
  return {
    id,
    kind,
    host,
    error,
    connects,
    connectionId: onlyConnection(link, connections),
    fits: possibleConnections(link, connections),
    afterAuthReturnTo: returnTo !== null && isPath(returnTo) ? returnTo : null,
  };
}

/**
 * Returns the connections that a link may belong to. A link of another site belongs to a project with handler pages at that path; one of
 * this machine may belong to any connection.
 */
function possibleConnections(link: PendingLink, connections: readonly Connection[]): string[] {
  const { chosen, base } = link;
  if (connections.some(({ id }) => id === chosen)) return [chosen ?? ''];
  return connections
    .filter((connection) => base === null || (connection.kind === 'project' && isBelow(connection, link)))
    .map(({ id }) => id);
}

/** Whether a link may be a connection's, judged by the path of the handler pages on its site. */
export function isBelow({ id, handlerBase }: Connection, { base, siteOf }: Pick<PendingLink, 'base' | 'siteOf'>): boolean {
  return base === null || handlerBase === base || siteOf.includes(id);
}

/** Returns the connection that a link belongs to; null when it may belong to several, or to none. */
export function onlyConnection(link: PendingLink, connections: readonly Connection[]): string | null {
  const [only, ...others] = possibleConnections(link, connections);
  return others.length === 0 ? (only ?? null) : null;
}
