/** How the app opens addresses in the system's browser: through a link of the callback server that works once. */
import { fail } from '../../contract/errors';
import type { Translator } from '../../messages/translator';
import { type GoLinks, goLinkMillis } from '../loopback/go-links';
import { isNavigation } from '../loopback/navigation';
import type { Ports } from '../ports';
import type { HandlerServer, InternalPages } from './handler-server';
import { plainHeaders, plainPage } from './page-text';

/** Creates the pages that redirect to what is opened. */
export function createGoPages(links: GoLinks, translator: () => Translator): InternalPages {
  return {
    async answer({ method, headers }, path) {
      const id = /^go\/(\w+)$/.exec(path)?.[1];
      if (id === undefined || method !== 'GET' || !isNavigation(headers)) return null;
      const target = links.take(id);
      if (target === null) return plainPage('expired', translator());
      return { status: 302, headers: { ...plainHeaders('text/plain; charset=utf-8'), location: target }, body: '' };
    },
  };
}

export interface BrowserOpenerDeps {
  readonly handlerServer: Pick<HandlerServer, 'expect'>;
  readonly links: GoLinks;
  /** Opens an address that other users may see. */
  readonly openUrl: Ports['openUrl'];
}

/** Creates the function that opens an address of the web. Fails with `browser-not-opened`. */
export function createBrowserOpener({ handlerServer, links, openUrl }: BrowserOpenerDeps): Ports['openUrl'] {
  return async (url) => {
    if (!/^https?:\/\//.test(url)) throw fail('browser-not-opened');
    const origin = await handlerServer.expect(goLinkMillis).catch((cause: unknown) => {
      throw fail('browser-not-opened', {}, cause);
    });
    await openUrl(`${origin}${links.add(url)}`);
  };
}
