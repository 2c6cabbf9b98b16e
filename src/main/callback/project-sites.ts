/** A project's own site, as the user named it: for projects that redirect to no other address and whose domains can't be read. */
import { z } from 'zod';
import { readAs } from '../../contract/dispatch';
import { fail } from '../../contract/errors';
import { isLoopback } from '../../contract/loopback';
import type { Place } from '../connections/records/place';
import type { ViewState } from '../settings/view-state';

export interface ProjectSites {
  /** Returns the site that was named last for the destination; null where none was. */
  read(place: Place): Promise<string | null>;
  /** Remembers a site. Fails with `bad-input` at `url` for an address that codes may not be sent to. */
  remember(place: Place, url: string): Promise<void>;
  /** Returns the address below which the site's handler pages are. Fails as `remember` does. */
  handlerOf(connectionId: string, url: string): string;
}

export interface ProjectSitesDeps {
  readonly viewState: Pick<ViewState, 'read' | 'write'>;
  /** The path below which the handler pages of the connection's project are. */
  readonly handlerBase: (connectionId: string) => string;
}

const key = 'project-site';

/** Of another destination it would be another project's. */
const named = z.object({ url: z.string().max(2048), destination: z.string().nullable() });

export function createProjectSites({ viewState, handlerBase }: ProjectSitesDeps): ProjectSites {
  return {
    async read({ connectionId, destination }) {
      const found = readAs(named, (await viewState.read(connectionId))[key]);
      // A page can write view state as well.
      return found.ok && found.value.destination === destination && isSite(found.value.url) ? found.value.url : null;
    },
    async remember({ connectionId, destination }, url) {
      await viewState.write(connectionId, key, { url: siteOf(url), destination });
    },
    handlerOf: (connectionId, url) => `${siteOf(url)}${handlerBase(connectionId)}`.replace(/\/+$/, ''),
  };
}

/** The address without what follows its path. */
function siteOf(text: string): string {
  if (!isSite(text)) throw fail('bad-input', { path: 'url' });
  const { origin, pathname } = new URL(text.trim());
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/**
 * Whether codes may be sent to an address: printable ASCII without backslashes, encrypted unless it stays on this machine, and
 * without a name before the host.
 */
export function isSite(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > 2048 || !/^https?:\/\/(?!\/)[!-[\]-~]+$/i.test(trimmed) || !URL.canParse(trimmed)) return false;
  const url = new URL(trimmed);
  return (url.protocol === 'https:' || isLoopback(url)) && url.username === '' && url.password === '';
}
