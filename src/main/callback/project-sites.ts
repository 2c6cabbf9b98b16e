/** A project's own site, as the user entered it: for projects that redirect to no other URL and whose domains can't be read. */
import { z } from 'zod';
import { readAs } from '#contract/dispatch.ts';
import { fail, nullForAppError } from '#contract/errors.ts';
import { isLoopback, parseUrl } from '#contract/urls.ts';
import { type DestinationOf, type PinnedConnection, pinConnection } from '../records/pinned-connection';
import type { ViewState } from '../settings/view-state';

export interface ProjectSites {
  /** Returns the site that was last saved for the destination; null if there is none. */
  read(pinned: PinnedConnection): Promise<string | null>;
  /** Saves a site. Throws `bad-input` at `url` for a URL to which codes must not be sent. */
  remember(pinned: PinnedConnection, url: string): Promise<void>;
  /** Returns the URL below which the site's handler pages are. Throws like `remember`. */
  handlerOf(connectionId: string, url: string): string;
}

interface ProjectSitesDeps {
  readonly viewState: Pick<ViewState, 'read' | 'write'>;
  /** The path below which the handler pages of the connection's project are. */
  readonly handlerBaseOf: (connectionId: string) => string;
}

const key = 'project-site';

/** Stored with the destination, because it is a site of that project only. */
const named = z.object({ url: z.string().max(2048), destination: z.string().nullable() });

export function createProjectSites({ viewState, handlerBaseOf }: ProjectSitesDeps): ProjectSites {
  return {
    async read({ connectionId, destination }) {
      const found = readAs(named, (await viewState.read(connectionId))[key]);
      // Checked again, because a page can write view state as well.
      return found.ok && found.value.destination === destination && isSite(found.value.url) ? found.value.url : null;
    },
    async remember({ connectionId, destination }, url) {
      await viewState.write(connectionId, key, { url: siteOf(url), destination });
    },
    handlerOf: (connectionId, url) => `${siteOf(url)}${handlerBaseOf(connectionId)}`.replace(/(?<!\/)\/+$/, ''),
  };
}

/** Returns the URL without query and fragment. */
function siteOf(text: string): string {
  if (!isSite(text)) throw fail('bad-input', { path: 'url' });
  const { origin, pathname } = new URL(text.trim());
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/**
 * Whether codes may be sent to a URL: printable ASCII without backslashes, encrypted unless it is on this machine, and without a user name
 * or password.
 */
export function isSite(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > 2048 || !/^https?:\/\/(?!\/)[!-[\]-~]+$/i.test(trimmed)) return false;
  const url = parseUrl(trimmed);
  return url !== null && (url.protocol === 'https:' || isLoopback(url)) && url.username === '' && url.password === '';
}

/** The sites to which links of sent emails point: their paths let such a link be recognized when it is pasted. */
export interface HandlerSites {
  /** Remembers a URL below which handler pages are. Ignores a profile that can’t be written: the email is sent all the same. */
  remember(connectionId: string, place: string): Promise<void>;
  /**
   * Returns the paths of the connection’s remembered sites and of its project’s own site; none where they can’t be read, or where the
   * connection was removed in the meantime.
   */
  pathsOf(connectionId: string): Promise<string[]>;
}

interface HandlerSitesDeps {
  readonly viewState: Pick<ViewState, 'read' | 'write'>;
  readonly sites: Pick<ProjectSites, 'read' | 'handlerOf'>;
  readonly destinationOf: DestinationOf;
}

const handlerSitesKey = 'handler-places';
/** Maximum number of remembered sites per connection; the oldest are deleted first. */
const capacity = 10;
const stored = z.array(z.url({ protocol: /^https?$/ }).max(2048)).max(capacity);

export function createHandlerSites({ viewState, sites, destinationOf }: HandlerSitesDeps): HandlerSites {
  const read = async (connectionId: string): Promise<readonly string[]> => {
    const found = readAs(stored, (await viewState.read(connectionId))[handlerSitesKey]);
    return found.ok ? found.value : [];
  };
  const named = async (connectionId: string): Promise<readonly string[]> => {
    const site = await sites.read(pinConnection({ destinationOf }, { connectionId }));
    return site === null ? [] : [sites.handlerOf(connectionId, site)];
  };
  return {
    async remember(connectionId, place) {
      const known = (await read(connectionId).catch(nullForAppError)) ?? [];
      if (known.includes(place)) return;
      await viewState.write(connectionId, handlerSitesKey, [...known, place].slice(-capacity)).catch(nullForAppError);
    },
    async pathsOf(connectionId) {
      const places = await Promise.all([read(connectionId), named(connectionId)]).catch(nullForAppError);
      return [...new Set((places ?? []).flat().map(pathOf))];
    },
  };
}

function pathOf(place: string): string {
  return new URL(place).pathname.replace(/(?<=[^/]|^\/)\/+$/, '');
}
