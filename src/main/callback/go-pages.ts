/** Opens web URLs, and those of authenticator apps, in the system browser through a link of the callback server that works once. */
import { fail } from '../../contract/errors';
import type { Translator } from '../../messages/translator';
import { type GoLinks, goLinkMillis } from '../loopback/go-links';
import { isNavigation } from '../loopback/navigation';
import type { Ports } from '../ports';
import type { CallbackServer, InternalPages } from './callback-server';
import { plainHeaders, plainPage } from './page-text';

/** Creates the pages that redirect to the opened URL. */
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

export interface GoAddressDeps {
  readonly callbackServer: Pick<CallbackServer, 'listenFor'>;
  readonly links: GoLinks;
}

/** Returns a URL that redirects once to a web URL, which it doesn't contain. Throws `browser-not-opened`. */
export type GoAddress = (url: string) => Promise<string>;

/** Creates the function. The callback server listens as long as the link is valid. */
export function createGoAddress({ callbackServer, links }: GoAddressDeps): GoAddress {
  return async (url) => {
    if (!/^(https?|otpauth):\/\//.test(url)) throw fail('browser-not-opened');
    const origin = await callbackServer.listenFor(goLinkMillis).catch((cause: unknown) => {
      throw fail('browser-not-opened', {}, cause);
    });
    return `${origin}${links.add(url)}`;
  };
}

/**
 * Creates the function that opens a web URL through a single-use link, because other users may see the URL that is opened. Throws
 * `browser-not-opened`.
 */
export function createBrowserOpener(goAddress: GoAddress, openUrl: Ports['openUrl']): Ports['openUrl'] {
  return async (url) => openUrl(await goAddress(url));
}
