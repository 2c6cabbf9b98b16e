/** A project's own site, as the user entered it: for projects that redirect to no other URL and whose domains can't be read. */
import { z } from 'zod';
import { readAs } from '#contract/dispatch.ts';
import { fail } from '#contract/errors.ts';
import { isLoopback } from '#contract/loopback.ts';
import { parseUrl } from '#contract/parse-url.ts';
import type { PinnedConnection } from '../records/pinned-connection';
import type { ViewState } from '../settings/view-state';

export interface ProjectSites {
  /** Returns the site that was last saved for the destination; null if there is none. */
  read(pinned: PinnedConnection): Promise<string | null>;
  /** Saves a site. Throws `bad-input` at `url` for a URL to which codes must not be sent. */
  remember(pinned: PinnedConnection, url: string): Promise<void>;
  /** Returns the URL below which the site's handler pages are. Throws like `remember`. */
  handlerOf(connectionId: string, url: string): string;
}

export interface ProjectSitesDeps {
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
