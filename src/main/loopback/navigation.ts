/** Requests that open a page, apart from what pages request. */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request opens a page in a tab that the user sees: not a part of another page, a frame, or a page that is loaded ahead.
 * Programs other than browsers don't send these headers and pass.
 */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const fits = (name: string, expected: string) => headers[name] === undefined || headers[name] === expected;
  const isAhead = headers.purpose !== undefined || headers['sec-purpose'] !== undefined;
  return fits('sec-fetch-mode', 'navigate') && fits('sec-fetch-dest', 'document') && !isAhead;
}
