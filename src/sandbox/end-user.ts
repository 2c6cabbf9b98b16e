/** The end user of a request, as the proxies in front of the service report it (wire corrections, metrics). */
import { isIP } from 'node:net';

export interface EndUser {
  readonly ip: string;
  /** Two-letter country code, or null if no proxy sent it. */
  readonly country: string | null;
}

/** Headers with the client's IP address. The first present one counts, even if it isn't a valid address. */
const addressHeaders = ['cf-connecting-ip', 'x-vercel-forwarded-for', 'x-real-ip', 'x-forwarded-for'];

/** Returns the end user of a request, or null for clients other than browsers and unknown addresses. */
export function endUserOf(headers: Headers): EndUser | null {
  if (!/Mozilla|Chrome|Safari/.test(headers.get('user-agent') ?? '')) return null;
  const name = addressHeaders.find((header) => headers.get(header));
  const value = name === undefined ? '' : (headers.get(name) ?? '');
  const ip = name === 'x-forwarded-for' ? (value.split(',')[0] ?? '').trim() : value;
  if (isIP(ip) === 0) return null;
  return { ip, country: headers.get('cf-ipcountry') || headers.get('x-vercel-ip-country') || null };
}
