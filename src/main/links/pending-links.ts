/** Links that wait for the user's decision. Windows get a summary; codes stay here. */
import type { Connection } from '#contract/bridge/connections.ts';
import type { LinkKind, LinkSummary } from '#contract/bridge/links.ts';
import { fail } from '#contract/errors.ts';
import { isPath, type ParsedLink, parseLink } from '../callback/parse-link';
import type { Topic } from '../runtime/topics';
import { parsePastedLink } from './pasted-links';

export interface PendingLinks extends LinkArrivals {
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
  readonly publish: LinkList['publish'];
}

export interface PendingLinksDeps {
  readonly topic: Topic<LinkSummary[]>;
  readonly connections: Topic<Connection[]>;
  readonly newId: () => string;
}

/** Creates the pending links: none at first. */
export function createPendingLinks({ topic, connections, newId }: PendingLinksDeps): PendingLinks {
  const known = () => connections.get().value;
  const list = createLinkList(topic, known);
  const inUse = new Map<string, AbortController>();

  const find = (id: string): PendingLink => {
    const link = list.all().find((one) => one.id === id);
    if (link === undefined || inUse.has(id)) throw fail('link-gone');
    return link;
  };
  const remove = (id: string) => list.replace(list.all().filter((link) => link.id !== id));

  return {
    ...createLinkArrivals(list, known, newId),
    publish: list.publish,
    find,
    connectionOf(link, requested) {
      const found = requested ?? onlyConnection(link, known());
      if (found === null) throw fail('bad-input', { path: 'connectionId' });
      if (!known().some(({ id }) => id === found)) throw fail('unknown-connection');
      // Its connection may be to another project by now.
      if (link.screen !== null && !possibleConnections(link, known()).includes(found)) throw fail('bad-input', { path: 'connectionId' });
      return found;
    },
    change(id, change) {
      list.replace(list.all().map((link) => (link.id === id ? { ...link, ...change } : link)));
    },
    async accept(id, task) {
      const link = find(id);
      const dismissed = new AbortController();
      inUse.set(id, dismissed);
      try {
        const { value, isDone } = await task(link, dismissed.signal);
        if (isDone) remove(id);
        return value;
      } finally {
        inUse.delete(id);
      }
    },
    dismiss(id) {
      inUse.get(id)?.abort();
      remove(id);
    },
  };
}

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
function toSummary(link: PendingLink, connections: readonly Connection[]): LinkSummary {
  const { id, kind, host, returnTo, error, connects, screen } = link;
  return {
    id,
    kind,
    host,
    error,
    connects,
    screen,
    connectionId: onlyConnection(link, connections),
    fits: possibleConnections(link, connections),
    afterAuthReturnTo: returnTo !== null && isPath(returnTo) ? returnTo : null,
  };
}

/**
 * Returns the connections that a link may belong to. A link to a screen belongs to those to its project. A link of another site belongs to a project with handler pages at that path; one of
 * this machine may belong to any connection.
 */
function possibleConnections(link: PendingLink, connections: readonly Connection[]): string[] {
  const { chosen, base, screen } = link;
  if (screen !== null) return connections.filter(({ projectId }) => projectId === screen.projectId).map(({ id }) => id);
  if (connections.some(({ id }) => id === chosen)) return [chosen ?? ''];
  return connections
    .filter((connection) => base === null || (connection.kind === 'project' && isBelow(connection, link)))
    .map(({ id }) => id);
}

/** Whether a link may be a connection's, judged by the path of the handler pages on its site. */
function isBelow({ id, handlerBase }: Connection, { base, siteOf }: Pick<PendingLink, 'base' | 'siteOf'>): boolean {
  return base === null || handlerBase === base || siteOf.includes(id);
}

/** Returns the connection that a link belongs to; null when it may belong to several, or to none. */
function onlyConnection(link: PendingLink, connections: readonly Connection[]): string | null {
  const [only, ...others] = possibleConnections(link, connections);
  return others.length === 0 ? (only ?? null) : null;
}

/** The list of pending links, whose summaries are published to the windows. */
interface LinkList {
  all(): readonly PendingLink[];
  /** Replaces the links, and publishes them. */
  replace(next: readonly PendingLink[]): void;
  /** Publishes the links again, after connections were added or removed. */
  publish(): void;
}

/** Maximum number of links, because any page can open them; the oldest are deleted first. */
const capacity = 20;

/** Creates an empty list. */
function createLinkList(topic: Topic<LinkSummary[]>, connections: () => readonly Connection[]): LinkList {
  let links: readonly PendingLink[] = [];
  const publish = () => {
    const next = links.map((link) => toSummary(link, connections()));
    if (JSON.stringify(next) !== JSON.stringify(topic.get().value)) topic.set(next);
  };
  return {
    all: () => links,
    publish,
    replace(next) {
      links = next.slice(-capacity);
      publish();
    },
  };
}

/** Arrivals of links: pasted into a window, or opened by the system or a browser. */
interface OpenLink {
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

interface LinkArrivals {
  /** Parses a link and stores it. Returns its ID. Throws `link-unreadable`, `link-incomplete`, `link-wrapped`, or `unknown-connection`. */
  open(link: OpenLink): string;
  /** Whether the text is a link of a kind that this version knows. */
  isKnown(text: string): boolean;
  /** Stores a link from the system or a browser. An unreadable one is stored as `unknown`, so that the user sees it. Returns its ID. */
  openFromSystem(text: string, about?: { readonly connects: boolean }): string;
}

/** Creates the arrivals, which add to the list. */
function createLinkArrivals(list: LinkList, known: () => readonly Connection[], newId: () => string): LinkArrivals {
  const bases = () => known().map(({ handlerBase }) => handlerBase);
  const add = (
    parsed: ParsedLink,
    { arrival, siteOf = [], ...about }: Pick<PendingLink, 'arrival'> & Partial<PendingLink>,
    connectionId?: string,
  ): string => {
    const named = known().find(({ id }) => id === parsed.connectionHint);
    const pastedFor = known().find((connection) => connection.id === connectionId && isBelow(connection, { ...parsed, siteOf }));
    const chosen = named?.id ?? pastedFor?.id ?? null;
    const same = list.all().find((link) => isSame(link, parsed));
    const id = same?.id ?? newId();
    const connects = about.connects ?? same?.connects ?? false;
    list.replace([...list.all().filter((link) => link !== same), { ...parsed, id, chosen, arrival, siteOf, connects }]);
    return id;
  };
  return {
    open({ text, connectionId, as, sites = [] }) {
      if (connectionId !== undefined && !known().some(({ id }) => id === connectionId)) throw fail('unknown-connection');
      const parsed = parsePastedLink(text, [...bases(), ...sites.map(({ path }) => path)]);
      const siteOf = sites.filter(({ path }) => path === parsed.base).map((site) => site.connectionId);
      const link = parsed.kind === 'code' && as !== undefined ? { ...parsed, kind: as } : parsed;
      return add(link, { arrival: 'pasted', siteOf }, connectionId);
    },
    isKnown: (text) => readable(text, bases()).kind !== 'unknown',
    openFromSystem(text, about) {
      return add(readable(text, bases()), { ...about, arrival: 'opened' });
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
  screen: null,
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
    pending.connectionHint === parsed.connectionHint &&
    pending.screen?.projectId === parsed.screen?.projectId &&
    pending.screen?.path === parsed.screen?.path
  );
}
