/** Hosts that a window can open in the system's browser without a confirmation (docs/security.md). */
import { parseUrl } from '../parse-url';
import { productLinks } from './product-links';

/** The pages of Latchkey itself. */
const documented: ReadonlySet<string> = new Set(Object.values(productLinks).flatMap((link) => parseUrl(link)?.host ?? []));

/** Whether a URL is one of this machine, of a service that the user has a connection to, or of Latchkey's pages, or only opens a mail program. */
export function isKnownLink(text: string, baseUrls: readonly string[]): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  if (url.protocol !== 'https:') return url.protocol === 'mailto:' || url.protocol === 'http:';
  return documented.has(url.host) || baseUrls.some((baseUrl) => parseUrl(baseUrl)?.host === url.host);
}
