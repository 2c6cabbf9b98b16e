/** Detection of requests that open a page. */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request opens a page in a tab. False for subresources, frames and prefetched pages. True for programs other than
 * browsers, which don't send these headers.
 */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const fits = (name: string, expected: string) => headers[name] === undefined || headers[name] === expected;
  const isPrefetch = headers.purpose !== undefined || headers['sec-purpose'] !== undefined;
  return fits('sec-fetch-mode', 'navigate') && fits('sec-fetch-dest', 'document') && !isPrefetch;
}
