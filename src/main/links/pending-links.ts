/** The links that wait for a person's decision. Windows see what they are; their codes stay here. */
import type { Connection } from '../../contract/bridge/connections';
import type { LinkKind, LinkSummary } from '../../contract/bridge/links';
import { fail } from '../../contract/errors';
import { type ParsedLink, parseLink } from '../callback/parse-link';
import { isPath } from '../callback/parse-redirect-url';
import type { Topic } from '../runtime/topic';

/** A link with what windows do not see of it. */
export interface PendingLink extends ParsedLink {
  readonly id: string;
  /** The connection that the user or the link itself chose. */
  readonly chosen: string | null;
  /** For `error`: whether connecting a provider failed, not signing in. */
  readonly connects: boolean;
  /** Connections of which a site has its handler pages at the link’s path, beyond those whose own handler path it is. */
  readonly siteOf: readonly string[];
  /** Whether a window passed its text, or the system or a browser. */
  readonly arrival: 'pasted' | 'opened';
}

export interface OpenLink {
  readonly text: string;
  /** The connection that it was pasted for; counts unless the link names another one or is of a site that can't be the connection's. */
  readonly connectionId?: string | undefined;
  /** What a code alone is for. */
  readonly as?: LinkKind | undefined;
  /** Handler paths of the sites of connections, where they differ from the connection’s own. */
  readonly sites?: readonly SitePath[];
}

/** A path below which a site of a connection’s project has its handler pages. */
export interface SitePath {
  readonly connectionId: string;
  readonly path: string;
}

export interface PendingLinks {
  /** Reads a link and keeps it; answers its id. Fails with `link-unreadable`, `link-incomplete` or `unknown-connection`. */
  open(link: OpenLink): string;
  /** The same for a link that the system handed over: an unreadable one waits as `unknown`, so that somebody hears of it. */
  openFromSystem(text: string, about?: { readonly connects: boolean }): void;
  /** Fails with `link-gone`. */
  find(id: string): PendingLink;
  /** The connection to use the link with; `bad-input` at `connectionId` where nobody has said which. */
  connectionOf(link: PendingLink, asked: string | undefined): string;
  change(id: string, change: Partial<Pick<PendingLink, 'chosen' | 'kind' | 'connects'>>): void;
  /**
   * Runs `task` while no other caller can use the link. The link is removed when `task` reports that it is done, and stays pending in any
   * other case. `signal` is aborted when the link is dismissed in the meantime.
   */
  use<T>(
    id: string,
    task: (link: PendingLink, signal: AbortSignal) => Promise<{ readonly value: T; readonly isDone: boolean }>,
  ): Promise<T>;
  dismiss(id: string): void;
  /** Says again what waits, after connections came or went. */
  publish(): void;
}

export interface PendingLinksDeps {
  readonly topic: Topic<LinkSummary[]>;
  readonly connections: Topic<Connection[]>;
  readonly newId: () => string;
}

/** Links kept at most, for any page can open them; the oldest go first. */
const capacity = 20;

export function createPendingLinks({ topic, connections, newId }: PendingLinksDeps): PendingLinks {
  let held: readonly PendingLink[] = [];
  const inUse = new Map<string, AbortController>();

  const known = () => connections.get().value;
  const publish = () => {
    const next = held.map((link) => shown(link, known()));
    if (JSON.stringify(next) !== JSON.stringify(topic.get().value)) topic.set(next);
  };
  const keep = (next: readonly PendingLink[]) => {
    held = next.slice(-capacity);
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
    const same = held.find((link) => isSame(link, parsed));
    const id = same?.id ?? newId();
    const connects = about.connects ?? same?.connects ?? false;
    keep([...held.filter((link) => link !== same), { ...parsed, id, chosen, arrival, siteOf, connects }]);
    return id;
  };
  const bases = () => known().map(({ handlerBase }) => handlerBase);

  const find = (id: string): PendingLink => {
    const link = held.find((one) => one.id === id);
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
    connectionOf(link, asked) {
      const found = asked ?? certain(link, known());
      if (found === null) throw fail('bad-input', { path: 'connectionId' });
      if (!known().some(({ id }) => id === found)) throw fail('unknown-connection');
      return found;
    },
    change(id, change) {
      keep(held.map((link) => (link.id === id ? { ...link, ...change } : link)));
    },
    async use(id, task) {
      const link = find(id);
      const dismissed = new AbortController();
      inUse.set(id, dismissed);
      try {
        const { value, isDone } = await task(link, dismissed.signal);
        if (isDone) keep(held.filter((one) => one.id !== id));
        return value;
      } finally {
        inUse.delete(id);
      }
    },
    dismiss(id) {
      inUse.get(id)?.abort();
      keep(held.filter((link) => link.id !== id));
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

/** What was learned of a link since does not make it another one. */
function isSame(held: PendingLink, parsed: ParsedLink): boolean {
  if (parsed.code !== null) return held.code === parsed.code;
  return held.code === null && held.kind === parsed.kind && held.host === parsed.host && held.connectionHint === parsed.connectionHint;
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

/** A link of another site belongs to a project whose handler pages lie there; one of this machine may be anybody's. */
function fitting(link: PendingLink, connections: readonly Connection[]): string[] {
  const { chosen, base } = link;
  if (connections.some(({ id }) => id === chosen)) return [chosen ?? ''];
  return connections
    .filter((connection) => base === null || (connection.kind === 'project' && isBelow(connection, link)))
    .map(({ id }) => id);
}

/** Whether a link may be a connection's, by the path of the handler pages on its site. */
function isBelow({ id, handlerBase }: Connection, { base, siteOf }: Pick<PendingLink, 'base' | 'siteOf'>): boolean {
  return base === null || handlerBase === base || siteOf.includes(id);
}

function certain(link: PendingLink, connections: readonly Connection[]): string | null {
  const [only, ...others] = fitting(link, connections);
  return others.length === 0 ? (only ?? null) : null;
}
