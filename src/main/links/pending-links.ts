/** Links that wait for the user's decision. Windows get a summary; codes stay here. */
import type { Connection } from '../../contract/bridge/connections';
import type { LinkKind, LinkSummary } from '../../contract/bridge/links';
import { fail } from '../../contract/errors';
import { type ParsedLink, parseLink } from '../callback/parse-link';
import { isPath } from '../callback/parse-redirect-url';
import type { Topic } from '../runtime/topic';

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

export interface OpenLink {
  readonly text: string;
  /** The connection for which it was pasted. Ignored if the link names another one, or is of a site that can't be the connection's. */
  readonly connectionId?: string | undefined;
  /** The kind of a code without a link. */
  readonly as?: LinkKind | undefined;
  /** Handler paths of the connections' sites, where they differ from the connection’s own. */
  readonly sites?: readonly SitePath[];
}

/** A path below which a site of a connection’s project has its handler pages. */
export interface SitePath {
  readonly connectionId: string;
  readonly path: string;
}

export interface PendingLinks {
  /** Parses a link and stores it. Returns its ID. Throws `link-unreadable`, `link-incomplete` or `unknown-connection`. */
  open(link: OpenLink): string;
  /** Stores a link from the system or a browser. An unreadable one is stored as `unknown`, so that the user sees it. */
  openFromSystem(text: string, about?: { readonly connects: boolean }): void;
  /** Returns a link that isn't in use. Throws `link-gone`. */
  find(id: string): PendingLink;
  /**
   * Returns the ID of the connection to use the link with. Throws `bad-input` at `connectionId` when it was neither chosen nor unambiguous,
   * and `unknown-connection`.
   */
  connectionOf(link: PendingLink, requested: string | undefined): string;
  change(id: string, change: Partial<Pick<PendingLink, 'chosen' | 'kind' | 'connects'>>): void;
  /**
   * Runs `task` while no other caller can use the link. The link is removed when `task` reports that it is done, and stays pending in any
   * other case. `signal` is aborted when the link is dismissed in the meantime.
   */
  accept<T>(
    id: string,
    task: (link: PendingLink, signal: AbortSignal) => Promise<{ readonly value: T; readonly isDone: boolean }>,
  ): Promise<T>;
  dismiss(id: string): void;
  /** Publishes the links again, after connections were added or removed. */
  publish(): void;
}

export interface PendingLinksDeps {
  readonly topic: Topic<LinkSummary[]>;
  readonly connections: Topic<Connection[]>;
  readonly newId: () => string;
}

/** Maximum number of links, because any page can open them; the oldest are deleted first. */
const capacity = 20;

export function createPendingLinks({ topic, connections, newId }: PendingLinksDeps): PendingLinks {
  let pending: readonly PendingLink[] = [];
  const inUse = new Map<string, AbortController>();

  const known = () => connections.get().value;
  const publish = () => {
    const next = pending.map((link) => shown(link, known()));
    if (JSON.stringify(next) !== JSON.stringify(topic.get().value)) topic.set(next);
  };
  const keep = (next: readonly PendingLink[]) => {
    pending = next.slice(-capacity);
    publish();
  };

  const add = (
    parsed: ParsedLink,
    { arrival, siteOf = [], ...about }: Pick<PendingLink, 'arrival'> & Partial<PendingLink>,
    connectionId?: string,
  ): string => {
    const named = known().find(({ id }) => id === parsed.connectionHint);
    const pastedFor = known().find((connection) => connection.id === connectionId && isBelow(connection, { ...parsed, siteOf }));
    const chosen = named?.id ?? pastedFor?.id ?? null;
    const same = pending.find((link) => isSame(link, parsed));
    const id = same?.id ?? newId();
    const connects = about.connects ?? same?.connects ?? false;
    keep([...pending.filter((link) => link !== same), { ...parsed, id, chosen, arrival, siteOf, connects }]);
    return id;
  };
  const bases = () => known().map(({ handlerBase }) => handlerBase);

  const find = (id: string): PendingLink => {
    const link = pending.find((one) => one.id === id);
    if (link === undefined || inUse.has(id)) throw fail('link-gone');
    return link;
  };

  return {
    publish,
    find,
    open({ text, connectionId, as, sites = [] }) {
      if (connectionId !== undefined && !known().some(({ id }) => id === connectionId)) throw fail('unknown-connection');
      const parsed = parseLink(text, [...bases(), ...sites.map(({ path }) => path)]);
      const siteOf = sites.filter(({ path }) => path === parsed.base).map((site) => site.connectionId);
      const link = parsed.kind === 'code' && as !== undefined ? { ...parsed, kind: as } : parsed;
      return add(link, { arrival: 'pasted', siteOf }, connectionId);
    },
    openFromSystem(text, about) {
      add(readable(text, bases()), { ...about, arrival: 'opened' });
    },
    connectionOf(link, requested) {
      const found = requested ?? certain(link, known());
      if (found === null) throw fail('bad-input', { path: 'connectionId' });
      if (!known().some(({ id }) => id === found)) throw fail('unknown-connection');
      return found;
    },
    change(id, change) {
      keep(pending.map((link) => (link.id === id ? { ...link, ...change } : link)));
    },
    async accept(id, task) {
      const link = find(id);
      const dismissed = new AbortController();
      inUse.set(id, dismissed);
      try {
        const { value, isDone } = await task(link, dismissed.signal);
        if (isDone) keep(pending.filter((one) => one.id !== id));
        return value;
      } finally {
        inUse.delete(id);
      }
    },
    dismiss(id) {
      inUse.get(id)?.abort();
      keep(pending.filter((link) => link.id !== id));
    },
  };
}

const unreadable: ParsedLink = {
  kind: 'unknown',
  host: null,
  base: null,
  code: null,
  state: null,
  connectionHint: null,
  returnTo: null,
  error: null,
};

function readable(text: string, bases: readonly string[]): ParsedLink {
  try {
    return parseLink(text, bases);
  } catch {
    return unreadable;
  }
}

/** Whether a pending link is the same as a parsed one, regardless of what was learned about it since. */
function isSame(pending: PendingLink, parsed: ParsedLink): boolean {
  if (parsed.code !== null) return pending.code === parsed.code;
  return (
    pending.code === null &&
    pending.kind === parsed.kind &&
    pending.host === parsed.host &&
    pending.connectionHint === parsed.connectionHint
  );
}

function shown(link: PendingLink, connections: readonly Connection[]): LinkSummary {
  const { id, kind, host, returnTo, error, connects } = link;
  return {
    id,
    kind,
    host,
    error,
    connects,
    connectionId: certain(link, connections),
    fits: fitting(link, connections),
    afterAuthReturnTo: returnTo !== null && isPath(returnTo) ? returnTo : null,
  };
}

/**
 * Returns the connections that a link may belong to. A link of another site belongs to a project with handler pages at that path; one of
 * this machine may belong to any connection.
 */
function fitting(link: PendingLink, connections: readonly Connection[]): string[] {
  const { chosen, base } = link;
  if (connections.some(({ id }) => id === chosen)) return [chosen ?? ''];
  return connections
    .filter((connection) => base === null || (connection.kind === 'project' && isBelow(connection, link)))
    .map(({ id }) => id);
}

/** Whether a link may be a connection's, judged by the path of the handler pages on its site. */
function isBelow({ id, handlerBase }: Connection, { base, siteOf }: Pick<PendingLink, 'base' | 'siteOf'>): boolean {
  return base === null || handlerBase === base || siteOf.includes(id);
}

function certain(link: PendingLink, connections: readonly Connection[]): string | null {
  const [only, ...others] = fitting(link, connections);
  return others.length === 0 ? (only ?? null) : null;
}
