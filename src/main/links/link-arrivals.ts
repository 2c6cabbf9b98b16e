/** Arrivals of links: pasted into a window, or opened by the system or a browser. */
import type { Connection } from '../../contract/bridge/connections';
import type { LinkKind } from '../../contract/bridge/links';
import { fail } from '../../contract/errors';
import { type ParsedLink, parseLink } from '../callback/parse-link';
import type { LinkList } from './link-list';
import { parsePastedLink } from './pasted/parse-pasted-link';
import { isBelow, type PendingLink } from './pending-link';

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

export interface LinkArrivals {
  /** Parses a link and stores it. Returns its ID. Throws `link-unreadable`, `link-incomplete`, `link-wrapped`, or `unknown-connection`. */
  open(link: OpenLink): string;
  /** Whether the text is a link of a kind that this version knows. */
  isKnown(text: string): boolean;
  /** Stores a link from the system or a browser. An unreadable one is stored as `unknown`, so that the user sees it. */
  openFromSystem(text: string, about?: { readonly connects: boolean }): void;
}

/** Creates the arrivals, which add to the list. */
export function createLinkArrivals(list: LinkList, known: () => readonly Connection[], newId: () => string): LinkArrivals {
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
      add(readable(text, bases()), { ...about, arrival: 'opened' });
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
