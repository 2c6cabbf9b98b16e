/** The sites to which links of sent emails point: their paths let such a link be recognized when it is pasted. */
import { z } from 'zod';
import { readAs } from '#contract/dispatch.ts';
import { nullForAppError } from '#contract/errors.ts';
import { type DestinationOf, pinConnection } from '../records/pinned-connection';
import type { ViewState } from '../settings/view-state';
import type { ProjectSites } from './project-sites';

export interface HandlerSites {
  /** Remembers a URL below which handler pages are. Ignores a profile that can’t be written: the email is sent all the same. */
  remember(connectionId: string, place: string): Promise<void>;
  /**
   * Returns the paths of the connection’s remembered sites and of its project’s own site; none where they can’t be read, or where the
   * connection was removed in the meantime.
   */
  pathsOf(connectionId: string): Promise<string[]>;
}

export interface HandlerSitesDeps {
  readonly viewState: Pick<ViewState, 'read' | 'write'>;
  readonly sites: Pick<ProjectSites, 'read' | 'handlerOf'>;
  readonly destinationOf: DestinationOf;
}

const key = 'handler-places';
/** Maximum number of remembered sites per connection; the oldest are deleted first. */
const capacity = 10;
const stored = z.array(z.url({ protocol: /^https?$/ }).max(2048)).max(capacity);

export function createHandlerSites({ viewState, sites, destinationOf }: HandlerSitesDeps): HandlerSites {
  const read = async (connectionId: string): Promise<readonly string[]> => {
    const found = readAs(stored, (await viewState.read(connectionId))[key]);
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
      await viewState.write(connectionId, key, [...known, place].slice(-capacity)).catch(nullForAppError);
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
